/** What a list is made of. */
const ROW = 'li, article, tr, a[href], [role=row], [role=listitem], [role=option]'
/** What names a part of a page by its heading. */
const PART = 'section, [role=region], [role=dialog], main, [role=main], nav, aside, #content'
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=file]), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** An element and its siblings in the order of the page. */
interface Level {
  element: Element
  before: readonly Element[]
  after: readonly Element[]
}

/** The element on the page, outside of dialogs, that had the focus last: dialogs are opened from there. */
let lastOnPage = document.activeElement

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[aria-modal=true], [role=menu]')) lastOnPage = target
})

/** Stops a wait for an earlier deletion. */
let stop = () => {}

/**
 * Keeps the focus near something that is about to be deleted and has the focus, or opened what has it: the next row gets
 * it, or the one before, or the heading of their list. Nothing happens where something else takes the focus.
 */
export function keepFocus(): void {
  stop()
  const opener = document.querySelector('[aria-haspopup=menu][aria-expanded=true]')
  // The thing itself may be open, and its row elsewhere.
  const links = document.querySelectorAll('a[aria-current]')
  const places = [opener ?? document.activeElement, lastOnPage, ...links].flatMap(element =>
    element ? [levelsOf(element)] : [],
  )
  let quiet: ReturnType<typeof setTimeout> | undefined
  const give = (next: HTMLElement) => {
    const { activeElement } = document
    if (activeElement && activeElement !== document.body) return
    stop()
    focus(next)
  }
  const settle = () => {
    clearTimeout(quiet)
    const gone = places.flatMap(goneOf)
    const row = nextRow(gone)
    if (row) give(row)
    // A row may disappear later than the screen of its thing.
    else quiet = setTimeout(() => gone[0] && give(around(gone[0].place)), 100)
  }
  const observer = new MutationObserver(settle)
  observer.observe(document.body, { childList: true, subtree: true })
  stop = () => {
    observer.disconnect()
    clearTimeout(quiet)
    for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, stop, true)
  }
  // Once the person goes on, the focus is theirs. Listening begins after the event that deletes.
  const mine = stop
  setTimeout(() => {
    if (stop === mine) for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, mine, true)
  })
}

function levelsOf(start: Element): Level[] {
  const levels: Level[] = []
  for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
    const all = [...(element.parentElement?.children ?? [])]
    const at = all.indexOf(element)
    levels.push({ element, before: all.slice(0, at), after: all.slice(at + 1) })
  }
  return levels
}

interface Gone extends Level {
  /** Whether it is a row, or holds one from which the thing was deleted. */
  isRow: boolean
  /** Where it was. */
  place: Element
}

/** The outermost element that has disappeared. */
function goneOf(levels: readonly Level[]): Gone[] {
  const at = levels.findLastIndex(({ element }) => !element.isConnected)
  const level = levels[at]
  if (!level) return []
  const isRow = levels.slice(0, at + 1).some(({ element }) => element.matches(ROW))
  return [{ ...level, isRow, place: levels[at + 1]?.element ?? document.body }]
}

function nextRow(gone: readonly Gone[]): HTMLElement | null {
  const row = gone.find(({ isRow }) => isRow)
  const next = row && (rowsIn(row.after)[0] ?? rowsIn(row.before).at(-1))
  return next ? targetIn(next) : null
}

/** What stays around a place: the row in which it was, or the heading of its list. */
function around(place: Element): HTMLElement {
  const part = place.closest(`${ROW}, ${PART}`) ?? document.body
  const target = part.matches(ROW) ? targetIn(part) : (visible(part, ':is(h1, h2, h3, h4)') ?? visible(part, FOCUSABLE))
  return target ?? document.body
}

/** The outermost rows among elements and in them. */
const rowsIn = (elements: readonly Element[]): Element[] =>
  elements.flatMap(present).flatMap(element => {
    const rows = element.matches(ROW) ? [element] : [...element.querySelectorAll(ROW)]
    return rows.filter(row => !rows.some(other => other !== row && other.contains(row)))
  })

/** The element, or the link to the same thing where the whole list was drawn again. */
function present(element: Element): Element[] {
  if (element.isConnected) return [element]
  const again = element.matches('a[href]') && document.querySelector(`a[href="${element.getAttribute('href')}"]`)
  return again ? [again] : []
}

/** What of a row gets the focus: itself if it is read as a whole, or else its first link or control. */
function targetIn(row: Element): HTMLElement | null {
  const article = row.matches('article') ? row : row.querySelector(':scope > article')
  if (article instanceof HTMLElement) return article
  return row instanceof HTMLElement && row.matches(FOCUSABLE) ? row : visible(row, FOCUSABLE)
}

function visible(within: Element, selector: string): HTMLElement | null {
  // Missing in some browsers.
  const isVisible = (element: HTMLElement) => element.checkVisibility?.() ?? true
  return [...within.querySelectorAll<HTMLElement>(selector)].find(isVisible) ?? null
}

function focus(element: HTMLElement): void {
  if (!element.matches(FOCUSABLE) && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus()
}
