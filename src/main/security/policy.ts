/** The content security policy of a page: it may use its own files, and pictures and sockets of the chosen server. */
export function contentSecurityPolicy(server: string | null): string {
  const own = server ? [server] : []
  const sockets = own.map(origin => origin.replace(/^http/, 'ws'))
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'"],
    // Floating elements are positioned with inline styles; scripts are never inline.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Pictures have signed URLs of the server or of its object store, whose address only the server knows.
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
