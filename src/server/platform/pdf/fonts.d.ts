/** A font as a data URL: it is part of the bundle, because the built server runs without node_modules. */
declare module '*.woff?inline' {
  const address: string
  export default address
}
