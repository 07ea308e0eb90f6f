import { join } from 'node:path'
import type { Settings } from '../../settings'
import { fileObjects } from './files'
import type { Objects } from './objects'
import { s3Objects } from './s3'
import type { AddressSigner } from './signed'

/** The storage that the settings name: a bucket, or the folder of the data. */
export function openObjects(settings: Settings, signer: AddressSigner): Objects {
  return settings.S3_BUCKET ? s3Objects(settings, signer) : fileObjects(join(settings.DATA_DIR, 'objects'), signer)
}
