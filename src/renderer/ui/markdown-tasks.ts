import type { Options } from 'react-markdown'

type RehypePlugin = Extract<NonNullable<Options['rehypePlugins']>[number], (...args: never[]) => unknown>

interface HtmlNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
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
      if (box) box.properties = { ...box.properties, ariaLabel: textOf(child).trim() }
    }
    walk(child)
  }
}

/** Names the checkbox of a task after the task, since Markdown leaves it without a label. */
export const labelTasks: RehypePlugin = () => tree => walk(tree as HtmlNode)
