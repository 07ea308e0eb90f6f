import type { Options } from 'react-markdown'

export type RehypePlugin = Extract<NonNullable<Options['rehypePlugins']>[number], (...args: never[]) => unknown>

export interface HtmlNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  position?: { start: { offset?: number } }
  children?: HtmlNode[]
}

function textOf(node: HtmlNode): string {
  if (node.tagName === 'ul' || node.tagName === 'ol') return ''
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

function isCheckbox(node: HtmlNode): boolean {
  return node.tagName === 'input'
}

function walk(node: HtmlNode) {
  for (const child of node.children ?? []) {
    if (child.tagName === 'li') {
      const paragraph = child.children?.find(part => part.tagName === 'p')
      const box = (child.children ?? []).concat(paragraph?.children ?? []).find(isCheckbox)
      const at = child.position?.start.offset
      if (box) box.properties = { ...box.properties, ariaLabel: textOf(child).trim(), dataTask: at }
    }
    walk(child)
  }
}

/**
 * Labels the checkbox of a task with the text of the task, because Markdown gives it no label, and records where its
 * item begins.
 */
export const labelTasks: RehypePlugin = () => tree => walk(tree as HtmlNode)

/** Returns the text with the task at `at` toggled, or null if there is no such task. */
export function toggleTask(text: string, at: number): string | null {
  const [mark, before] = /^((?:[-*+]|\d{1,9}[.)])\s+\[)[ \txX]\]/.exec(text.slice(at)) ?? []
  if (mark === undefined || before === undefined) return null
  const isDone = /x/i.test(mark.slice(before.length))
  return `${text.slice(0, at)}${before}${isDone ? ' ' : 'x'}]${text.slice(at + mark.length)}`
}
