import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../../i18n/texts'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { useChats } from './chats'

/** Opens the chat of a space. */
export function SpaceChat({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation('messages')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)

  async function open() {
    setOpening(true)
    const outcome = await useChats.getState().openSpace(branch_id)
    setOpening(false)
    if (outcome.ok) void navigate(`/home/messages/${outcome.data.chat_id}`)
    else toast.failure(t('space.failed'), { text: errorText(outcome) })
  }

  return (
    <IconButton
      icon={MessagesSquare}
      variant="outline"
      label={t('space.open')}
      needsServer
      loading={isOpening}
      onClick={() => void open()}
    />
  )
}
