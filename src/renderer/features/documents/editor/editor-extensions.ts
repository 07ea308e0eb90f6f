import type { AnyExtension } from '@tiptap/core'
// The types of the commands that the kits add.
import type {} from '@tiptap/extension-table'
import { Placeholder, UndoRedo } from '@tiptap/extensions'
import type {} from '@tiptap/starter-kit'
import i18next from 'i18next'
import { textExtensions } from '#shared/page/extensions'
import { safeHref } from '../../../ui/safe-href'
import { NamedReference } from './named-reference'

/** What every rich editor here knows and shows. */
const shownExtensions = (): AnyExtension[] => [
  ...textExtensions({
    taskLabel: () => i18next.t('documents:editor.task'),
    isAllowedUri: url => safeHref(url) !== undefined,
  }).map(extension => (extension.name === NamedReference.name ? NamedReference : extension)),
  Placeholder.configure({ placeholder: () => i18next.t('documents:editor.placeholder') }),
]

/** The extensions of the editor of a text that one person writes. */
export const ownTextExtensions = (): AnyExtension[] => [...shownExtensions(), UndoRedo]

/**
 * The extensions of the editor of a shared document. The history of changes comes with the document, and nothing adds a
 * paragraph at the end by itself, or everybody who opens the page would.
 */
export const sharedTextExtensions = (): AnyExtension[] =>
  shownExtensions().filter(({ name }) => name !== 'trailingNode')
