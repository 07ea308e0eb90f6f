import { parentPort } from 'node:worker_threads'
import { type CodeOutcome, type CodeTask, runCode } from './run-code'

/* A program that only `sandbox.ts` starts, for each task anew, and ends. Until then it listens, so that it does not end itself. */
parentPort?.on('message', async (task: CodeTask) => {
  // What QuickJS itself cannot go on with is the doing of the code.
  const broken = (): CodeOutcome => ({ ok: false, reason: 'failed', message: 'The code cannot be run.', printed: [] })
  parentPort?.postMessage(await runCode(task).catch(broken))
})
