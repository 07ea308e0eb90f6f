import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChatListItem, createGroup, editGroup } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { randomText } from '../../platform/random'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { PeopleCheckboxes } from '../../ui/people-checkboxes'
import { useDirectory, useOrganisation } from '../organisations/store'
import { useChats } from './chats'
import { useChatPeople } from './people'

interface Props {
  /** The group to change; a new one otherwise. */
  chat?: ChatListItem
  onClose: () => void
  /** With the group as it is now; null after leaving it. */
  onDone: (chat: ChatListItem | null) => void
}

/** Creates a group, or changes its name and people. */
export function GroupDialog({ chat, onClose, onDone }: Props) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const self = useSession(state => state.userId)
  const isAdmin = (useOrganisation()?.org_role ?? 'member') !== 'member'
  const list = useChatPeople(state => (chat ? state.lists[chat.chat_id] : undefined))
  const before = list?.items.map(person => person.user_id) ?? []
  const mayRemove = !chat || isAdmin || list?.created_by === self
  const [name, setName] = useState(chat?.participant_name ?? '')
  const [changed, setChanged] = useState<Record<number, boolean>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [nameError, setNameError] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [client_id] = useState(randomText)
  useEffect(() => {
    if (chat) void useChatPeople.getState().load(chat.chat_id)
  }, [chat])
  const isIn = (user_id: number) => changed[user_id] ?? before.includes(user_id)
  const chosen = Object.keys(changed).map(Number).filter(isIn)

  const leaving = ({ chat_id }: ChatListItem) => ({ chat_id, users_to_be_removed: self === null ? [] : [self] })
  const changesOf = ({ chat_id, participant_name }: ChatListItem) => ({
    chat_id,
    ...(name.trim() !== participant_name && { name }),
    users_to_be_added: chosen.filter(user_id => !before.includes(user_id)),
    users_to_be_removed: before.filter(user_id => !isIn(user_id)),
  })

  async function save() {
    if (name.trim() === '') {
      setNameError(t('group.nameNeeded'))
      return
    }
    setNameError(null)
    if (!chat && chosen.length === 0) {
      setFailure({ code: 'messages.nobody', message: '' })
      return
    }
    setWorking(true)
    const outcome = chat
      ? await call(editGroup, changesOf(chat))
      : await call(createGroup, { name, user_ids: chosen, client_id })
    setWorking(false)
    if (outcome.ok) await done(outcome)
    else setFailure(outcome)
  }

  async function done(outcome: { data: ChatListItem | null }) {
    if (outcome.data) {
      useChats.getState().put(outcome.data)
      if (chat) void useChatPeople.getState().refresh(chat.chat_id)
    } else if (chat) await useChats.getState().find(chat.chat_id)
    onDone(outcome.data)
  }

  const errorOf = (failed: Failure) => (failed.code === 'messages.nobody' ? t('group.peopleNeeded') : errorText(failed))
  return (
    <FormDialog
      title={t(chat ? 'group.edit' : 'group.new')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t(chat ? 'group.save' : 'group.create')}
      onClose={onClose}
      onSubmit={async event => {
        event.preventDefault()
        await save()
      }}
      isSubmitting={isWorking}
      error={failure && errorOf(failure)}
    >
      <TextField
        label={t('group.name')}
        maxLength={limits.groupName}
        autoComplete="off"
        value={name}
        error={nameError}
        onChange={event => setName(event.target.value)}
      />
      <PeopleChoice
        isIn={isIn}
        isFixed={user_id => !mayRemove && before.includes(user_id)}
        onChange={(user_id, isOn) => setChanged({ ...changed, [user_id]: isOn })}
      />
      {chat && (
        <Button variant="danger" size="sm" className="self-start" onClick={() => setLeaving(true)}>
          {t('group.leave')}
        </Button>
      )}
      {chat && isLeaving && (
        <ConfirmDialog
          danger
          title={t('group.leaveTitle', { name: chat.participant_name })}
          text={t('group.leaveText')}
          confirmLabel={t('group.leave')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            const outcome = await call(editGroup, leaving(chat))
            if (!outcome.ok) return errorText(outcome)
            await done(outcome)
            return null
          }}
        />
      )}
    </FormDialog>
  )
}

interface ChoiceProps {
  isIn: (user_id: number) => boolean
  /** Whether the person may not be removed. */
  isFixed: (user_id: number) => boolean
  onChange: (user_id: number, isOn: boolean) => void
}

function PeopleChoice({ isIn, isFixed, onChange }: ChoiceProps) {
  const { t } = useTranslation('messages')
  const self = useSession(state => state.userId)
  const people = useDirectory(state => state.items)
  useEffect(() => void useDirectory.getState().open(), [])
  return (
    <PeopleCheckboxes
      legend={t('group.people')}
      searchLabel={t('search')}
      people={people.filter(({ user_id }) => user_id !== self)}
      none={query => t('found.none', { query })}
      className="max-h-60"
      {...{ isIn, isFixed, onChange }}
    />
  )
}
