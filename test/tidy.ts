import { afterAll } from 'vitest'
import { closeAll } from './house'

// Here and not where something is opened: what a hook hands to afterAll is never called.
afterAll(closeAll)
