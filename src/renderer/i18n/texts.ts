import i18next from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Failure {
  code: string
  message: string
}

/**
 * Explains a failed call by its code. The server's own message is used for codes that this client does not know, and
 * for codes of features whose texts are not loaded yet.
 */
export function errorText({ code, message }: Failure): string {
  const key = [`errors:${code}`, `apiErrors:${code}`].find(candidate => i18next.exists(candidate))
  return key === undefined ? message : i18next.t(key as 'errors:server.error')
}

/** Returns `errorText` for a component, which renders again when the language changes. */
export function useErrorText(): (failure: Failure) => string {
  const { t } = useTranslation(['errors', 'apiErrors'])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` changes with the language.
  return useCallback(failure => errorText(failure), [t])
}

/** What a form library knows about a rejected field; `type` is a zod code or `server`. */
interface FieldProblem {
  type?: string | number
  message?: string
}

const fieldProblems = ['too_small', 'too_big', 'invalid_format', 'custom'] as const

/** Explains what is wrong with a field. The server's own messages are shown unchanged. */
export function useFieldText(): (problem: FieldProblem | undefined) => string | null {
  const { t } = useTranslation('errors')
  return useCallback(
    problem => {
      if (!problem) return null
      if (problem.type === 'server' && problem.message) return problem.message
      const known = fieldProblems.find(fieldProblem => fieldProblem === problem.type)
      return t(known ? `field.${known}` : 'field.custom')
    },
    [t],
  )
}

/** Explains why a form was refused as a whole. */
export function useFormText(): (problem: FieldProblem | undefined) => string | undefined {
  const text = useErrorText()
  return problem => problem && text({ code: String(problem.type), message: problem.message ?? '' })
}
