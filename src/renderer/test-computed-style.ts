/**
 * Answers what queries by role and clicks ask of every element and its ancestors. jsdom would match all rules of its own
 * style sheet each time, a sixth of the time of these tests. No tests load rules of the app, so the kind of element, its
 * attributes and its inline style decide. Everything else is computed by jsdom.
 */
export function answerStylesQuickly(): void {
  const compute = window.getComputedStyle.bind(window)
  const displays = new Map<string, string>()

  function displayOf(element: HTMLElement): string {
    if (element.style?.display) return element.style.display
    const { localName } = element
    const key = `${localName} ${['hidden', 'open', 'type'].map(name => element.getAttribute(name)).join()}`
    const known = displays.get(key)
    if (known !== undefined) return known
    const display = compute(element).display
    displays.set(key, display)
    return display
  }

  const visibilityOf = (element: HTMLElement) =>
    element.closest<HTMLElement>('[style*="visibility"]')?.style.visibility || 'visible'

  const answers: Record<string, (element: HTMLElement) => string> = {
    display: displayOf,
    visibility: visibilityOf,
    pointerEvents: element => element.style?.pointerEvents ?? '',
    opacity: element => element.style?.opacity || '1',
  }

  const answer: typeof window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo)
    const html = element as HTMLElement
    const read = (name: string) => answers[name]?.(html) ?? compute(html).getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return read
        const quick = answers[String(name)]
        if (quick) return quick(html)
        const value: unknown = Reflect.get(compute(html), name)
        return typeof value === 'function' ? value.bind(compute(html)) : value
      },
    })
  }
  // Matchers ask the window of the document, which is another object than the global one.
  for (const view of [window, document.defaultView]) if (view) view.getComputedStyle = answer
}
