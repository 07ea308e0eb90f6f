import { register } from 'node:module'

// Node's own hooks run elsewhere: what they resolve is told to them as text.
const double = new URL('./electron.mjs', import.meta.url).href
const hooks = `export const resolve = (name, context, next) =>
  name === 'electron' ? { url: ${JSON.stringify(double)}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
