import type { AnyExtension } from '@tiptap/core'
import i18next from 'i18next'
import { pickPictures, picturesOf } from './pictures'
import { blocksFor } from './suggestions/blocks'
import { mentionsNamed, placesNamed } from './suggestions/names'
import { suggest } from './suggestions/suggest'

/** What the editor of a page can besides showing it, for those who may write it. */
export const writingExtensions = (doc_id: number): AnyExtension[] => [
  picturesOf(doc_id),
  suggest({
    ...{ name: 'block', char: '/', label: () => i18next.t('pages:blocks'), hasSpaces: false },
    offers: words => blocksFor(words, editor => pickPictures(editor, doc_id)),
  }),
  suggest({
    ...{ name: 'mention', char: '@', label: () => i18next.t('pages:mention.label'), hasSpaces: true },
    offers: (words, signal) => mentionsNamed(words, doc_id, signal),
  }),
  suggest({
    ...{ name: 'documentLink', char: '[[', label: () => i18next.t('pages:link.label'), hasSpaces: true },
    offers: (words, signal) => placesNamed(words, doc_id, signal),
  }),
]
