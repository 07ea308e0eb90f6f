import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Failure {
  code: string
  message: string
}

/** Says what a failed call means, by its code; a code that is newer than this client keeps the server's sentence. */
export function useErrorText(): (failure: Failure) => string {
  const { t, i18n } = useTranslation('errors')
  return useCallback(
    ({ code, message }) => (i18n.exists(`errors:${code}`) ? t(code as 'server.error') : message),
    [t, i18n],
  )
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
      const known = fieldProblems.find(one => one === problem.type)
      return t(known ? `field.${known}` : 'field.custom')
    },
    [t],
  )
}
