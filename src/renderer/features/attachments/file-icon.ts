import { File, FileAudio, FileImage, FileText, FileVideo } from 'lucide-react'
import type { Icon } from '../../ui/icon'
import type { Kind } from './upload'

export const fileIcons: Record<Kind, Icon> = {
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileText,
  other: File,
}
