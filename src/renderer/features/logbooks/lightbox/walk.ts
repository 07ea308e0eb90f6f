import { createContext } from 'react'

/** Opens a picture of a log large, on a way that leads on to the pictures of the logs around it; null where there is no such way. */
export const WalkContext = createContext<((log_id: number, picture_id: string) => void) | null>(null)
