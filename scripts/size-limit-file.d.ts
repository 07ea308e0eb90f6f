declare module '@size-limit/file' {
  /** size-limit's own types call a plugin a function. */
  const plugin: (...args: unknown[]) => unknown
  export default plugin
}
