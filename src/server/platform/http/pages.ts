import type { Access, Endpoint } from '#shared/contract/endpoint'
import { errors } from '#shared/errors'
import type { OutboxItem } from '../mail/outbox'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, char => escapes[char] ?? char)

/** Renders a page without scripts, readable in light and dark mode. */
function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}article{border-top:1px solid #8886;padding:1rem 0}code,pre{font:14px/1.5 ui-monospace,monospace}
pre{overflow-x:auto;white-space:pre-wrap}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35rem .75rem .35rem 0;vertical-align:top;border-bottom:1px solid #8884}
.code{font-size:1.5rem;letter-spacing:.1em}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`
}

function accessInWords(access: Access): string {
  if (access.who === 'anyone') return 'Open'
  if (access.who === 'signed-in') return 'Signed in'
  if (access.guests === 'only') return 'Guest'
  const needs = [
    access.orgRole && `${access.orgRole} or higher`,
    access.can && `capability ${access.can}`,
    access.premium && 'premium',
  ].filter(Boolean)
  const members = ['Member of the organisation', ...needs].join(', ')
  return access.guests ? `${members}; or guest` : members
}

/** The API reference for people. */
export function apiPage(
  listed: readonly { feature: string; endpoint: Endpoint }[],
  schemaOf: (endpoint: Endpoint) => string,
): string {
  const features = [...new Set(listed.map(endpoint => endpoint.feature))]
  const sections = features.map(feature => {
    const articles = listed
      .filter(endpoint => endpoint.feature === feature)
      .map(
        ({
          endpoint,
        }) => `<article><h3><code>${endpoint.method} ${escaped(endpoint.path)}</code></h3><p>${escaped(endpoint.summary)}</p>
<p>${escaped(accessInWords(endpoint.access))}</p><details><summary>Fields and answer</summary><pre>${escaped(schemaOf(endpoint))}</pre></details></article>`,
      )
    return `<section><h2>${escaped(feature)}</h2>${articles.join('')}</section>`
  })
  const codes = Object.entries(errors).map(
    ([code, [status, message]]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escaped(message)}</td></tr>`,
  )
  const intro =
    '<p>Every answer is <code>{ data, status, message }</code>; errors add <code>code</code>, <code>request_id</code> and, if fields were refused, <code>issues</code>. The same as OpenAPI: <a href="/openapi.json">/openapi.json</a>.</p>'
  return page(
    'Wheelhouse API',
    `${intro}${sections.join('')}<section><h2>Error codes</h2><table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>${codes.join('')}</table></section>`,
  )
}

/** Only this computer can open the page, so the server's time zone is the reader's too. */
const localTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  }).format(new Date(at))

/** The outbox page for the operator of a first run [D10]. */
export function outboxPage(items: readonly OutboxItem[]): string {
  const rows = items.map(
    item =>
      `<tr><td><time datetime="${escaped(item.at)}">${escaped(localTime(item.at))}</time></td><td>${escaped(item.to)}</td><td class="code">${escaped(item.code ?? '')}</td><td><pre>${escaped(item.text)}</pre></td></tr>`,
  )
  const list =
    rows.length > 0
      ? `<table><tr><th>When</th><th>To</th><th>Code</th><th>Text</th></tr>${rows.join('')}</table>`
      : '<p>Nothing was sent yet.</p>'
  return page(
    'Outbox',
    `<p>No mail or SMS service is set up, so messages stay here. Only this computer can see this page; load it again for newer ones.</p>${list}`,
  )
}
