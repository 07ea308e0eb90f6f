import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Issue } from '#shared/errors'
import { clearDraft, readDraft, writeDraft } from './drafts'

interface Options<S extends z.ZodObject> {
  defaults: z.input<S>
  /** The key under which unsent input is kept; see `drafts.ts`. */
  draft?: string
}

export interface ContractForm<S extends z.ZodObject> {
  form: UseFormReturn<z.input<S> & FieldValues, unknown, z.output<S>>
  /** Shows an API error at the fields that it names, or at the form (`errors.root`, whose `type` is the code). */
  refused(failure: { code: string; message: string; issues?: readonly Issue[] }): void
  /** Call when the server has the data: it deletes the draft and resets the form. */
  arrived(): void
}

/**
 * A form whose fields are those of a contract schema and are validated by it before the server does. Input survives
 * reloads and failures. Field errors carry zod's code as `type`; show them with `useFieldText`.
 */
export function useContractForm<S extends z.ZodObject>(schema: S, { defaults, draft }: Options<S>): ContractForm<S> {
  type Input = z.input<S> & FieldValues
  const saved = draft ? readDraft(draft) : undefined
  const defaultValues = { ...defaults, ...(typeof saved === 'object' ? saved : {}) } as DefaultValues<Input>
  const form = useForm<Input, unknown, z.output<S>>({
    // The types of the resolver cannot follow a schema that is still a type parameter.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
  })

  const { subscribe } = form
  useEffect(() => {
    if (!draft) return
    return subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(draft, values) })
  }, [draft, subscribe])

  return {
    form,
    refused({ code, message, issues = [] }) {
      const known = issues.filter(issue => issue.path in schema.shape)
      for (const issue of known) form.setError(issue.path as Path<Input>, { type: 'server', message: issue.message })
      if (known.length === 0) form.setError('root', { type: code, message })
    },
    arrived() {
      form.reset(defaults as DefaultValues<Input>)
      if (draft) clearDraft(draft)
    },
  }
}
