// Tests without a document, which say so in their first line, need none of what is prepared there.
if ('document' in globalThis) await import('./test-document')
