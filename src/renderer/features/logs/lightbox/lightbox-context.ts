import { createContext } from 'react'

/**
 * Opens a picture of a log in a lightbox that continues to the pictures of the surrounding logs; null where there is
 * none.
 */
export const LogLightboxContext = createContext<((log_id: number, picture_id: string) => void) | null>(null)
