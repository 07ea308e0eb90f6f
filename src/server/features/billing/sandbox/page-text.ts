import type { Paid } from './service'
import type { SandboxRow } from './store'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, char => escapes[char] ?? char)

const style = `:root{color-scheme:light dark;--line:#8a949e;--soft:#5b6570;--go:#0b5a8a;--back:#fff;--text:#16212c}
@media (prefers-color-scheme:dark){:root{--soft:#b3bcc6;--go:#8cc4ea;--back:#14191f;--text:#e6ebf0}}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:0 auto;padding:2rem 1rem;background:var(--back);color:var(--text)}
h1{font-size:1.375rem;margin:.25rem 0}.soft{color:var(--soft);margin:.25rem 0}
form{display:grid;gap:.75rem;margin:1.5rem 0}label{display:grid;gap:.25rem;font-weight:600}
input{font:inherit;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.5rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.5rem;cursor:pointer}
button.go{border-color:transparent;background:var(--go);color:var(--back)}
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{text-align:left;padding:.375rem .75rem .375rem 0;border-bottom:1px solid #8886}
[role=alert]{border-left:4px solid #c22;padding:.5rem .75rem;margin:1rem 0}a{color:inherit}`

/** A page of the sandbox: readable in light and dark mode, without scripts. */
export const page = ({ title, content }: { title: string; content: string }): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><main><p class="soft">Sandbox payments – no money moves</p><h1>${escaped(title)}</h1>${content}</main></body></html>`

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)

const testCards = `<table><caption class="soft">Test cards</caption><tr><th scope="col">Card</th><th scope="col">What happens</th></tr>
<tr><td>4242 4242 4242 4242</td><td>Pays</td></tr><tr><td>4000 0000 0000 0002</td><td>Is declined</td></tr>
<tr><td>4000 0025 0000 3155</td><td>Asks for 3-D Secure</td></tr><tr><td>4000 0000 0000 0341</td><td>Pays once, fails later</td></tr></table>`

interface Shown {
  row: SandboxRow
  /** Where the app is. */
  back: string
  outcome: Paid | null
  card: string
  isPayable: boolean
}

/** What a subscription needs next: a card, the second step of 3-D Secure, or nothing. */
export function sandboxPage({ row, back, outcome, card, isPayable }: Shown): { title: string; content: string } {
  const plan = row.plan_id === 'team' ? 'Team' : 'Business'
  const price = money(row.amount, row.currency)
  const leave = `<p><a href="${escaped(back)}">Back to Wheelhouse</a></p>`
  if (outcome === 'confirm')
    return {
      title: '3-D Secure',
      content: `<p>Your bank wants to know whether it is you who pays ${price}.</p>
<form method="post"><input type="hidden" name="card" value="${escaped(card)}"><button class="go" name="action" value="confirm">Confirm</button><button name="action" value="refuse">Refuse</button></form>`,
    }
  if (!isPayable)
    return {
      title: `${plan}, ${row.billing_interval}`,
      content: `<p class="soft">Status: ${row.status}. Card ending ${escaped(row.card ?? '')}.</p>${
        row.status === 'cancelled'
          ? ''
          : '<form method="post"><button name="action" value="renew">End the period now, next payment succeeds</button><button name="action" value="fail">End the period now, next payment fails</button></form>'
      }${leave}`,
    }
  const due = row.has_trial && row.status === 'created' ? `14 days free, then ${price}` : price
  const refused = outcome === 'refused' ? '<p role="alert">The card was declined. Nothing was charged.</p>' : ''
  return {
    title: `${plan}, ${row.billing_interval}`,
    content: `<p class="soft">${due}</p>${refused}<form method="post"><label>Card number<input name="card" inputmode="numeric" autocomplete="off" required></label>
<button class="go" name="action" value="pay">Pay</button></form>${testCards}${leave}`,
  }
}
