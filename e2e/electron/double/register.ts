import { register } from 'node:module'

// Node's hooks run in another thread, so what they resolve is passed to them as text.
const double = new URL('./electron.mjs', import.meta.url).href
const hooks = `export const resolve = (name, context, next) =>
  name === 'electron' ? { url: ${JSON.stringify(double)}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
