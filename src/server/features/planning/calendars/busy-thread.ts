import { serveWork } from '../../../platform/threads'
import { busyWork } from './busy-work'

/* A program that only `read-calendar.ts` starts. */
serveWork(busyWork)
