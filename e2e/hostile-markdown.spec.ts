import { expect, type Locator, type Page } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { createTask } from '#shared/contract/tasks/endpoints'
import { openAs } from './pages/session'
import { serve, test, withoutPlans } from './support/fixtures'
import { Person } from './support/person'

const server = serve(withoutPlans)

/** Runs if any of the texts below gets its way. */
const run = 'window.ranByText=1'
const away = 'https://evil.example/x'

const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java&#x0A;script:${run}`,
  `java\tscript:${run}`,
  `&#106;avascript:${run}`,
  `vbscript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:image/svg+xml,<svg onload=${run}>`,
  `blob:${away}`,
  'file:///etc/passwd',
  '//evil.example/x',
  away,
]
const elements = [
  `<script>${run}</script>`,
  `<script src=${away}></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=${away}>`,
  `<svg/onload=${run}>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<object data=${away}></object><embed src=${away}>`,
  `<video src=${away} autoplay onerror=${run}></video>`,
  `<audio src=${away} onerror=${run}></audio>`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>x</details>`,
  `<input autofocus onfocus=${run}>`,
  `<form action="javascript:${run}"><button autofocus onfocus=${run}>x</button></form>`,
  `<style>@import "${away}"; body{background:url(${away})}</style>`,
  `<link rel=stylesheet href=${away}><link rel=prefetch href=${away}>`,
  `<meta http-equiv=refresh content="0;url=${away}">`,
  `<base href=${away}>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<template><script>${run}</script></template><noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<p style="background:url(${away})" onclick=${run} onmouseover=${run}>x</p>`,
  `<a href="javascript:${run}" target=_blank>x</a>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<xmp><img title="</xmp><img src=x onerror=${run}>"></xmp>`,
]

/** The same as text, in places where Markdown treats text differently. */
const corpus = [
  ...addresses.flatMap(address => [
    `[press](${address})`,
    `[press](<${address}>)`,
    `![picture](${address})`,
    `![](<${address}>)`,
    `<${address}>`,
    `[press][to]\n\n[to]: ${address} "title"`,
    `[![inner](${address})](${address})`,
    `| a | b |\n| --- | --- |\n| [x](${address}) | ![y](${address}) |`,
  ]),
  ...elements.flatMap(element => [
    element,
    `Before ${element} after`,
    `- ${element}\n  - **${element}**`,
    `> ${element}`,
    `# ${element}`,
    `\`\`\`html\n${element}\n\`\`\`\n${element}`,
    `| ${element.replaceAll('|', '')} | b |\n| --- | --- |\n| c | d |`,
  ]),
]

/** Texts that together have at most this many characters. */
function packed(most: number): string[] {
  const packs: string[] = ['']
  for (const text of corpus) {
    const last = packs.at(-1) ?? ''
    if (last.length + text.length + 2 > most) packs.push(text)
    else packs[packs.length - 1] = `${last}\n\n${text}`
  }
  return packs
}

/** Addresses of links that lead anywhere but into the app, to the web or to a mail program. */
const wrongLinks = (page: Page) =>
  page
    .locator('main a[href]')
    .evaluateAll(links =>
      links
        .map(link => (link as HTMLAnchorElement).protocol)
        .filter(protocol => !['http:', 'https:', 'mailto:'].includes(protocol)),
    )

test(`${corpus.length} hostile texts in logs, a page, a task and a message run nothing, load nothing from elsewhere and lead nowhere wrong`, async ({
  page,
}) => {
  const maya = await Person.signUp(server, 'Maya Okafor')
  await maya.createWorkspace(`Ridgeway ${elements[2]}`)
  const tom = await Person.signUp(server, 'Tom Reyes')
  await maya.takesIn(tom)
  const { doc_id } = await maya.createLogbook(`Bay ${elements[0]}`)
  const logs = []
  for (const text of packed(8_000)) logs.push(await maya.write(doc_id, text, elements[4]))
  const whole = await maya.call(createDocument, { document_name: 'Page', document_type: 'document' })
  await maya.call(replaceContent, { doc_id: whole.doc_id, content: corpus.join('\n\n'), version: whole.version })
  const [description = ''] = packed(9_000)
  const { branches } = await maya.call(organisationInfo, {})
  const branch_id = branches[0]?.id ?? 0
  const { task_id } = await maya.call(createTask, { branch_id, title: `Task ${elements[2]}`, description })
  const { chat_id } = await tom.call(initiateChat, { connection_id: maya.userId })
  for (const [at, chat_message] of packed(3_500).reverse().entries())
    await tom.call(sendMessage, { chat_id, chat_message, client_id: `text-${at}` })

  const wrong: string[] = []
  page.on('dialog', dialog => {
    wrong.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== server.url && !['data:', 'blob:'].includes(protocol)) wrong.push(`request ${request.url()}`)
  })
  page.on('console', message => {
    if (/content security policy|refused to/i.test(message.text())) wrong.push(message.text())
  })
  const shows = async (path: string, what: Locator) => {
    await page.goto(`${server.url}/#${path}`)
    await expect(what.first()).toBeVisible()
    expect(await wrongLinks(page), path).toEqual([])
  }
  await openAs(page, maya, '/chat')
  for (const { id } of logs)
    await shows(`/docs/${doc_id}?log=${id}`, page.locator(`article:has(a[href="#/docs/${doc_id}?log=${id}"])`))
  const press = page.getByText('press')
  await shows(`/docs/${whole.doc_id}`, press)
  await shows(`/tasks/${task_id}`, press)
  await shows(`/home/messages/${chat_id}`, press)
  expect(await page.evaluate(() => (window as { ranByText?: number }).ranByText)).toBeUndefined()
  expect(wrong).toEqual([])
})
