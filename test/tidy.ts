import { afterAll } from 'vitest'
import { closeAll } from './closing'

// Imports nothing of the server, because a test must be able to replace its modules first. Runs here, because a hook
// that is registered within another hook is never called.
afterAll(closeAll)
