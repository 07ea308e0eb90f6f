import ky from 'ky'

/** The time limit of an attempt in milliseconds. */
const defaultTimeout = 30_000

/** The only HTTP client. It neither retries nor throws on a status, because `api.ts` has the rules for both. */
export const http = ky.create({ baseUrl: location.origin, retry: 0, throwHttpErrors: false, timeout: defaultTimeout })
