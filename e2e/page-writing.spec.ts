import { expect, type Locator, type Page } from '@playwright/test'
import { createDocument, fetchDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { openPage as openSharedPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { addLogComment } from '#shared/contract/logs/discussion'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { pageText, savedPage } from './pages/document'
import { openAs } from './pages/session'
import { expectRoute } from './pages/shell'
import { expectAccessible } from './support/axe'
import { pictureOf } from './support/camera'
import { networkErrors, serve, test } from './support/fixtures'
import { Person } from './support/person'

const server = serve()

async function openPage(page: Page, who: Person, doc_id: number): Promise<void> {
  await openAs(page, who)
  await expectRoute(page, '/chat')
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  await expect(page.locator('.page-text')).toBeVisible()
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Pastes or drops a picture like one from another program; a drop comes where the pointer is over the target. */
async function bring(target: Locator, how: 'paste' | 'drop', name: string): Promise<void> {
  await target.evaluate(
    (element, { how, name, dot }) => {
      const bytes = Uint8Array.from(atob(dot), character => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const { left, top } = element.getBoundingClientRect()
      const common = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...common })
          : new DragEvent('drop', { dataTransfer: data, clientX: left + 2, clientY: top + 2, ...common }),
      )
    },
    { how, name, dot },
  )
}

test('blocks, people, documents and pictures are put into a page by keys and by pointer, and stay after a reload [D46]', async ({
  page,
  browser,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const create = (document_name: string) =>
    anna.call(createDocument, { document_name, document_type: 'document', access: 'organisation' })
  const keys = await create('Where the keys hang')
  const { doc_id } = await create('Opening')
  const now = async () => (await anna.call(fetchDocument, { doc_id, ignoreLogs: true })).content

  await openPage(page, anna, doc_id)
  const text = pageText(page)
  await text.click()
  await page.keyboard.type('/head')
  const list = page.getByRole('listbox', { name: 'Insert' })
  await expect(list.getByRole('option', { name: 'Heading 1' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'a page with the list of blocks')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: 'Heading 2' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Morning\n/')
  await list.getByRole('option', { name: 'Checklist' }).click()
  await page.keyboard.type('Ask @to')
  await page.getByRole('listbox', { name: 'Mention' }).getByRole('option', { name: 'Tom' }).click()
  await page.keyboard.type('about [[')
  await page.getByRole('option', { name: 'Where the keys hang' }).click()
  await page.keyboard.type('\n\n/pic')
  const chooser = page.waitForEvent('filechooser')
  await expect(list.getByRole('option', { name: 'Picture' })).toBeVisible()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({
    name: 'The bay.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureOf(browser, '#3366cc'),
  })
  await expect(page.getByRole('button', { name: 'Open the picture The bay' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+End')
  await bring(text, 'paste', 'Pasted.png')
  const picture = (name: string) => page.getByRole('button', { name: `Open the picture ${name}` })
  await expect(picture('Pasted')).toBeVisible()
  await bring(text.locator('> p').last(), 'drop', 'Dropped.png')
  await expect(picture('Dropped')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+End')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '| Bay | Light |\n| --- | --- |\n| 1 | **on** |')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('cell', { name: 'on' })).toBeVisible()
  await savedPage(page)
  await expect.poll(now).toMatch(/^## Morning\n\n- \[ \] Ask \[@Tom\]\(#\/people\/\d+\) about \[…\]\(#\/docs\/\d+\)/)
  await expect(pageText(page).getByRole('link', { name: 'Where the keys hang' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open the picture The bay' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'on' })).toBeVisible()
  await expect.poll(now).toMatch(/!\[The bay\]\(#\/files\/[\da-f-]{36}\)[\s\S]*!\[Pasted\][\s\S]*!\[Dropped\]/)
  const widths = () =>
    page.locator('.page-text img').evaluateAll(all => all.map(shown => (shown as HTMLImageElement).naturalWidth))
  await expect.poll(widths).toEqual([320, 1, 1])

  // Blocks move by keys and by their handles.
  await page.getByRole('heading', { name: 'Morning' }).click()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(now).toMatch(/^- \[ \] Ask .*\n\n[\s\S]*## Morning/)
  await page.locator('.page-text li p').hover()
  await page
    .getByRole('button', { name: 'Move this block' })
    .dragTo(page.getByRole('heading', { name: 'Morning' }), { targetPosition: { x: 200, y: 14 } })
  await expect.poll(now).toMatch(/^## Morning\n\n- \[ \] Ask/)
  await savedPage(page)

  // A graph is chosen from those that she may read; others see only that there is one until they may as well.
  const logbook = await anna.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' })
  const labels = { 0: 'Full', 1: 'Free' }
  const graph = await anna.call(createGraph, { logbook_id: logbook.doc_id, name: 'Bays in use', labels })
  await page.getByRole('heading', { name: 'Morning' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/graph')
  await expect(list.getByRole('option', { name: 'Graph' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('bays')
  await page.getByRole('option', { name: /^Bays in use/ }).click()
  await expect(page.getByRole('link', { name: /^Bays in use/ })).toContainText('Full0')
  await anna.call(writeLog, {
    ...{ doc_id: logbook.doc_id, content: 'Bay 1 is taken.', labels: [{ graph_id: graph.graph_id, label: 0 }] },
  })
  await expect(page.getByRole('link', { name: /^Bays in use/ })).toContainText('Full1')
  await expectAccessible(page, 'a page with a graph')
  await savedPage(page)
  await expect.poll(now).toContain(`[Graph](#/docs/${logbook.doc_id}/${graph.graph_id})`)

  // Whoever was named is told, and the page that was named knows by which.
  const others = await (await browser.newContext()).newPage()
  await openPage(others, tom, keys.doc_id)
  await others.getByRole('navigation', { name: 'Linked from' }).getByRole('link', { name: 'Opening' }).click()
  await expectRoute(others, `/docs/${doc_id}`)
  await expect(others.getByRole('button', { name: 'Open the picture The bay' })).toBeVisible()
  await expect(others.getByText('A graph that you cannot see, or that no longer exists.')).toBeVisible()
  await anna.call(grantAccess, {
    ...{ doc_id: logbook.doc_id, grantee_kind: 'user', grantee_id: tom.userId, level: 'viewer' },
  })
  await others.getByRole('link', { name: /^Bays in use/ }).click()
  await expect(others.getByRole('heading', { level: 1, name: 'Bays in use' })).toBeVisible()
  await others.goto(`${server.url}/#/notifications`)
  await expect(others.getByRole('link', { name: 'Anna mentioned you in Opening' })).toBeVisible()

  // A log links like a page, and what it links to leads to that very log.
  await page.goto(`${server.url}/#/docs/${logbook.doc_id}`)
  const line = page.getByRole('textbox', { name: 'Write a log' })
  await line.pressSequentially('The spare one is at [[where')
  const offered = page.getByRole('listbox', { name: 'Documents and logs' })
  await expect(offered.getByRole('option', { name: 'Where the keys hang' })).toHaveAttribute('aria-selected', 'true')
  await line.press('Enter')
  await expect(line).toHaveValue(`The spare one is at [Where the keys hang](#/docs/${keys.doc_id}) `)
  await line.press('Enter')
  const entry = page.getByRole('article', { name: 'The spare one is at […]' })
  const link = entry.getByRole('link', { name: 'Where the keys hang' })
  await expect(link).toBeVisible()
  await expectAccessible(page, 'a log that links to a page')
  await link.click()
  await expectRoute(page, `/docs/${keys.doc_id}`)
  const linked = page.getByRole('navigation', { name: 'Linked from' })
  await linked.getByRole('link', { name: /^The spare one is at .*Anna/ }).click()
  await expect(page).toHaveURL(new RegExp(`/docs/${logbook.doc_id}\\?log=\\d+$`))
  await expect(entry).toBeInViewport()

  // A comment links too, and the list leads to the comment itself.
  const { logs } = await anna.call(readLogs, { doc_id: logbook.doc_id })
  const log_id = logs.find(({ title }) => title.startsWith('The spare one'))?.id ?? 0
  const comment = `Or [Where the keys hang](#/docs/${keys.doc_id})?`
  await anna.call(addLogComment, { doc_id: logbook.doc_id, log_id, comment })
  await page.goto(`${server.url}/#/docs/${keys.doc_id}`)
  await linked.getByRole('link', { name: /^Comment on “The spare one/ }).click()
  const discussion = page.getByRole('complementary', { name: 'Comments' })
  await expect(discussion.getByRole('article', { name: 'Anna' })).toBeFocused()
  await expect(discussion.getByRole('article', { name: 'Anna' })).toContainText('Or Where the keys hang?')
  await expectAccessible(page, 'a comment to which a link led')

  // A page mentions a log, and leads to that very log.
  const rounds = Array.from({ length: 10 }, (_, number) => `Round ${number}. `.repeat(40))
  await Promise.all(rounds.map(words => anna.write(logbook.doc_id, words)))
  await page.goto(`${server.url}/#/docs/${keys.doc_id}`)
  await pageText(page).click()
  await page.keyboard.type('See [[spare')
  await page.getByRole('option', { name: /The spare one/ }).click()
  await savedPage(page)
  await pageText(page)
    .getByRole('link', { name: /The spare one/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/docs/${logbook.doc_id}\\?log=\\d+$`))
  await expect(entry).toBeInViewport()
})

test('a passage is commented on by those who read, keeps its comments while others write around it, and is resolved [D46]', async ({
  page,
  browser,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const { doc_id, version } = await anna.call(createDocument, { document_name: 'Closing', document_type: 'document' })
  const content = `# Closing\n\nCount the till.\n\n${'And so on.\n\n'.repeat(40)}## Alarm\n\nSet it.`
  await anna.call(replaceContent, { doc_id, content, version })
  await anna.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: tom.userId, level: 'viewer' })
  await openPage(page, anna, doc_id)
  const reader = await (await browser.newContext()).newPage()
  await openPage(reader, tom, doc_id)

  await reader.getByText('Count the till.').dblclick({ position: { x: 20, y: 8 } })
  await reader.getByRole('button', { name: 'Comment on the selection' }).click()
  await reader.getByRole('textbox', { name: 'Write a comment' }).fill('How often?')
  await reader.getByRole('button', { name: 'Send' }).click()
  const hers = page.getByRole('article', { name: /^Comments on “\w+”/ })
  await expect(hers.getByText('How often?')).toBeVisible()
  await expectAccessible(page, 'a page with comments')
  const marked = page.locator('.page-text .passage')
  const words = await marked.textContent()
  await page.getByText('Count the till.').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Every evening: ')
  await expect(reader.locator('.page-text p', { hasText: 'Every evening: ' })).toBeVisible()
  for (const on of [page, reader]) await expect(on.locator('.page-text .passage')).toHaveText(words ?? '')

  await page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: 'Alarm' }).click()
  await expect(page.getByRole('heading', { name: 'Alarm' })).toBeInViewport()
  for (const width of [1440, 1920, 2560]) await expectOutlineBeside(page, width)
  await hers.getByRole('button', { name: 'Answer' }).click()
  await hers.getByRole('textbox', { name: 'Answer' }).fill('Once')
  await hers.getByRole('button', { name: 'Send' }).click()
  await expect(reader.getByText('Once', { exact: true })).toBeVisible()
  await hers.getByRole('button', { name: 'Resolve' }).click()
  await expect(marked).toHaveCount(0)
  await expect(reader.locator('.page-text .passage')).toHaveCount(0)
  await reader.getByRole('button', { name: 'Show resolved comments' }).click()
  await expect(reader.getByText('Resolved by Anna')).toBeVisible()
  await expectAccessible(reader, 'a page with resolved comments')
})

/** The outline stands right beside the text, and both together in the middle of their pane. */
async function expectOutlineBeside(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await expect(outline).toBeVisible()
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('Nothing is there.')
    return { ...box, right: box.x + box.width }
  }
  const text = await boxOf(page.locator('.page-text'))
  const beside = await boxOf(outline.locator('xpath=ancestor::aside'))
  const pane = await boxOf(page.getByRole('main'))
  expect(beside.x - text.right, `from the text to the outline at ${width}`).toBeGreaterThanOrEqual(0)
  expect(beside.x - text.right, `from the text to the outline at ${width}`).toBeLessThanOrEqual(64)
  const [left, right] = [text.x - pane.x, pane.right - beside.right]
  expect(Math.abs(left - right), `left and right of both at ${width}`).toBeLessThanOrEqual(64)
}

test('the server is killed while two people write a page: both go on, and everything is there once it is back [D46]', async ({
  page,
  browser,
  provokes,
}) => {
  provokes(networkErrors)
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const tom = await Person.signUp(server, 'Tom')
  await anna.takesIn(tom)
  const { doc_id, version } = await anna.call(createDocument, {
    ...{ document_name: 'Rota', document_type: 'document', access: 'organisation' },
  })
  await anna.call(replaceContent, { doc_id, content: 'Early:\n\nLate:', version })
  await openPage(page, anna, doc_id)
  const others = await (await browser.newContext()).newPage()
  await openPage(others, tom, doc_id)
  await page.getByText('Early:').click()
  await page.keyboard.press('End')
  await others.getByText('Late:').click()
  await others.keyboard.press('End')
  const [hers, his] = ['anna opens and counts the till', 'tom closes and locks the door'].map(words => words.split(' '))
  const write = async (on: Page, words: readonly string[]) => {
    for (const word of words) await on.keyboard.type(` ${word}`)
  }
  await Promise.all([write(page, hers?.slice(0, 3) ?? []), write(others, his?.slice(0, 3) ?? [])])
  const killed = server.kill()
  await Promise.all([write(page, hers?.slice(3) ?? []), write(others, his?.slice(3) ?? []), killed])
  await expect(page.getByText(/^Not saved/)).toBeVisible()
  await server.start()
  const whole = 'Early: anna opens and counts the till\n\nLate: tom closes and locks the door'
  const now = async () => (await anna.call(fetchDocument, { doc_id, ignoreLogs: true })).content
  await expect.poll(now, { timeout: 60_000 }).toBe(whole)
  for (const on of [page, others])
    await expect.poll(() => on.locator('.page-text > p').allTextContents()).toHaveLength(2)
})

test('a page is written where the answer to a letter is lost on the way, and where no socket stays open [8.3, D46]', async ({
  page,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id, version } = await anna.call(createDocument, {
    ...{ document_name: 'Opening', document_type: 'document', access: 'organisation' },
  })
  await anna.call(replaceContent, { doc_id, content: 'Lights', version })
  let lost = 0
  let isBlocked = false
  await page.routeWebSocket(/sockets\/chat/, socket => {
    if (isBlocked) return void socket.close()
    const behind = socket.connectToServer()
    behind.onMessage(async frame => {
      const isAnswer = String(frame).includes('"event":"answer"')
      if (!isAnswer || lost > 0) return socket.send(frame)
      lost += 1
      await socket.close()
      await behind.close()
    })
  })
  await openPage(page, anna, doc_id)
  await page.getByText('Lights').click()
  await page.keyboard.press('End')
  const now = async () => (await anna.call(fetchDocument, { doc_id, ignoreLogs: true })).content
  await page.keyboard.type(' and heating.')
  await expect.poll(now).toBe('Lights and heating.')
  expect(lost).toBe(1)
  isBlocked = true
  await page.reload()
  await page.getByText('Lights').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' The till.')
  await savedPage(page)
  await expect.poll(now).toBe('Lights and heating. The till.')
})

test('what somebody writes in a page that is not there yet stands where they clicked, in the page [D46]', async ({
  page,
}) => {
  const anna = await Person.signUp(server, 'Anna')
  await anna.createWorkspace('Ridgeway Cycles')
  const { doc_id, version } = await anna.call(createDocument, {
    ...{ document_name: 'Opening', document_type: 'document', access: 'organisation' },
  })
  const content = '# Opening\n\nLights first.\n\n- [ ] till\n- [ ] alarm\n\nClosing is ours.'
  await anna.call(replaceContent, { doc_id, content, version })
  await openAs(page, anna)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**${openSharedPage.path}*`, async route => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/#/docs/${doc_id}`)
  const line = page.getByText('Closing is ours.')
  const { width = 0, height = 0 } = (await line.boundingBox()) ?? {}
  await line.click({ position: { x: width - 2, y: height / 2 } })
  await page.keyboard.type(' Recheck. Every x')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('door.')
  await expect(page.locator('.page-text')).toHaveCount(0)
  release()
  await expect(pageText(page)).toContainText('Closing is ours. Recheck. Every door.')
  await page.keyboard.type(' Now.')
  await expect(pageText(page)).toContainText('Closing is ours. Recheck. Every door. Now.')
  await savedPage(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(pageText(page)).toContainText('Closing is ours. Recheck. Every door. Now.')
})
