import { serveWork } from '../../../platform/threads'
import { textWork } from './text-work'

/* A program that only `in-thread.ts` starts. */
serveWork(textWork)
