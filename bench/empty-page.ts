import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const files = {
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head>
    <body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`,
  'main.jsx': `import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render(<h1>Hello</h1>)`,
}

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

/** Builds a React page with one heading into this folder, like a new project; returns the output folder. */
export async function buildEmptyPage(folder: string): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const node_modules = join(process.cwd(), 'node_modules')
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^react-dom\//, replacement: `${node_modules}/react-dom/` },
        { find: /^react(\/|$)/, replacement: `${node_modules}/react$1` },
      ],
    },
    build: { outDir: 'dist', target: 'es2023', modulePreload: { polyfill: false } },
  })
  return join(folder, 'dist')
}

/** Serves built files unchanged. */
export async function serveFolder(folder: string): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    readFile(join(folder, path)).then(
      bytes => response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: address && typeof address === 'object' ? address.port : 0, stop }
}
