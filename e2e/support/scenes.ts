import { join } from 'node:path'
import { type Browser, type Page, test } from '@playwright/test'
import { expectLoaded } from '../pages/shell'

/** Messages that pass would hide something. */
const withoutToasts = '[data-sonner-toaster] { display: none }'

/** Takes a picture of the documentation: into its folder by `npm run screenshots`, else into the folder of the story. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS } = process.env
  const path = SCREENSHOTS ? join(SCREENSHOTS, `${name}.png`) : test.info().outputPath(`${name}.png`)
  await expectLoaded(page)
  // A loaded picture is black until it is decoded. One that is replaced by the next meanwhile needs no decoding.
  await page.evaluate(() => {
    const loaded = [...document.images].filter(image => image.complete)
    return Promise.allSettled(loaded.map(image => image.decode()))
  })
  await page.screenshot({ path, style: withoutToasts })
}

/** A drawn page as a JPEG picture of a camera or screen. */
async function drawn(browser: Browser, { width, height, html }: { width: number; height: number; html: string }) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>body { margin: 0; overflow: hidden }</style>${html}`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 88 })
  await page.close()
  return picture
}

/** The yard of a bicycle workshop as its camera sees it, with the gate shut or open. */
export function yardScene(browser: Browser, gate: 'shut' | 'open'): Promise<Buffer> {
  const slats = Array.from(
    { length: 8 },
    (_, at) => `<rect x="${628 + at * 72}" y="194" width="66" height="368" rx="3" />`,
  )
  const bikes = [90, 340].map(
    x => `<g transform="translate(${x} 560)" fill="none" stroke="#22303c" stroke-width="9">
      <circle r="52" /><circle cx="150" r="52" />
      <path d="M0 0 52-78h74L150 0M52-78 78 0h72M40-92h30M126-78l-8-26h26" stroke="#b3462f" /></g>`,
  )
  const html = `<svg viewBox="0 0 1280 720" width="1280" height="720">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9fb6c8"/><stop offset="1" stop-color="#dfe6e6"/></linearGradient>
    <pattern id="brick" width="64" height="32" patternUnits="userSpaceOnUse"><rect width="64" height="32" fill="#a97b62"/>
    <path d="M0 0H64M0 16H64M16 0V16M48 16V32" stroke="#8d6450" stroke-width="2"/></pattern></defs>
    <rect width="1280" height="720" fill="url(#sky)"/>
    <rect y="150" width="1280" height="420" fill="url(#brick)"/>
    <rect y="560" width="1280" height="160" fill="#8f8d88"/>
    <rect x="612" y="178" width="600" height="392" fill="#3b4148"/>
    ${gate === 'open' ? '<rect x="628" y="194" width="568" height="368" fill="#0d0f12"/>' : `<g fill="#8fb39b">${slats.join('')}</g>`}
    <rect x="110" y="200" width="300" height="120" rx="6" fill="#27465c"/>
    <text x="260" y="272" font-family="sans-serif" font-size="40" fill="#f4efe4" text-anchor="middle">Ridgeway</text>
    ${bikes.join('')}</svg>`
  return drawn(browser, { width: 1280, height: 720, html })
}

/** The page that somebody has open on their screen: the orders of the day. */
export const ordersPage = `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><title>Orders</title>
<style>body{font:16px system-ui;margin:0;background:#f3f5f7;color:#1d2733}header{background:#1f3a4d;color:#fff;padding:18px 28px;font-size:20px}
main{padding:28px;display:grid;grid-template-columns:repeat(3,1fr);gap:18px}section{background:#fff;border-radius:10px;padding:20px;box-shadow:0 1px 3px #0002}
b{display:block;font-size:44px;margin-top:6px}</style><header>Ridgeway Cycles – orders today</header>
<main><section>Waiting<b>7</b></section><section>In the workshop<b>4</b></section><section>Ready<b>12</b></section></main>`)}`
