import type { ErrorTable } from '../error-table'

export const documentErrors = {
  'document.not_found': [404, 'There is no such document here.'],
  'document.read_only': [403, 'You can read this but not write in it.'],
  'document.not_a_logbook': [409, 'Only logbooks have logs. This is a document of another kind.'],
  'document.stale': [409, 'Somebody saved a newer version in the meantime. Your text is not lost.'],
  'page.not_a_page': [409, 'Only pages are written together. This is a document of another kind.'],
  'page.malformed': [400, 'This change cannot be read.'],
  'page.not_allowed': [400, 'This change contains something that a page cannot hold.'],
  'page.incomplete': [409, 'Changes before this one are missing. Open the page again and send them too.'],
  'page.foreign_client': [403, 'This change is signed as somebody else’s.'],
  'page.too_long': [413, 'This page is full.'],
  'page.mention_blind': [400, 'One of the mentioned people cannot read this page.'],
  'thread.not_found': [404, 'There are no such comments here.'],
  'thread.not_yours': [403, 'Only the person who wrote a comment can change it.'],
  'version.not_found': [404, 'There is no such version.'],
} as const satisfies ErrorTable
