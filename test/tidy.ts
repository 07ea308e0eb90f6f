import { afterAll } from 'vitest'
import { closeAll } from './closing'

// Nothing of the server is read here, before a test had the chance to replace a module of it. And here and not where something is opened: what a hook hands to afterAll is never called.
afterAll(closeAll)
