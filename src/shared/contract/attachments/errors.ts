import type { ErrorTable } from '../error-table'

export const attachmentErrors = {
  'attachment.not_found': [404, 'There is no such file here.'],
  'attachment.taken': [409, 'This file is already attached somewhere else.'],
  'attachment.empty': [400, 'This file is empty.'],
  'attachment.too_large': [413, 'This file is too large. The limit is 100 MB, or 500 MB for audio.'],
  'attachment.too_long': [413, 'This recording is too long. The limit is four hours.'],
  'attachment.not_readable': [400, 'This picture cannot be read. It may be damaged.'],
  'attachment.place_stays': [415, 'The location cannot be removed from this kind of picture. Save it as JPEG or PNG.'],
  'storage.quota': [
    413,
    'This organisation has used up its storage. Delete files, or ask the operator of this server for more.',
  ],
  'upload.not_found': [404, 'There is no such upload.'],
  'upload.finished': [409, 'This upload is already finished.'],
  'upload.expired': [410, 'This upload took more than a day and has expired. Start it again.'],
  'upload.incomplete': [409, 'Parts of this upload are missing.'],
  'upload.too_many': [409, 'Too many of your uploads are unfinished. Finish or cancel some of them.'],
} as const satisfies ErrorTable
