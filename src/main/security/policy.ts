/** What a page may load and call: itself, and pictures and sockets of the server that was chosen. */
export function contentSecurityPolicy(server: string | null): string {
  const own = server ? [server] : []
  const sockets = own.map(origin => origin.replace(/^http/, 'ws'))
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'"],
    // Positions of floating parts are set as inline styles; scripts never are inline.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Pictures are signed addresses of the server or of its object store, which it alone knows.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...own],
    'media-src': ["'self'", 'blob:', 'https:', ...own],
    'connect-src': ["'self'", ...own, ...sockets],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
