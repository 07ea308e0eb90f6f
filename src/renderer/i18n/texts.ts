import i18next from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Failure {
  code: string
  message: string
}

/**
 * Says what a failed call means, by its code. A code that is newer than this client keeps the server's sentence, as do codes of
 * features until their words are here.
 */
export function errorText({ code, message }: Failure): string {
  const key = [`errors:${code}`, `apiErrors:${code}`].find(one => i18next.exists(one))
  return key === undefined ? message : i18next.t(key as 'errors:server.error')
}

/** The same within a component, in whatever language is chosen. */
export function useErrorText(): (failure: Failure) => string {
  const { t } = useTranslation(['errors', 'apiErrors'])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is another one in another language.
  return useCallback(failure => errorText(failure), [t])
}

/** What a form library knows about a field that was not accepted; `type` is a code of zod's, or `server`. */
interface FieldProblem {
  type?: string | number
  message?: string
}

const fieldProblems = ['too_small', 'too_big', 'invalid_format', 'custom'] as const

/** Says what is wrong with one field. The server's own words stand as they are. */
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
