import { serveWork } from '../threads'
import { measureWork } from './measure-work'

/* A program that only `measure.ts` starts. */
serveWork(measureWork)
