import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addCamera } from '#shared/contract/sources/cameras'
import type { Camera } from '#shared/contract/sources/endpoints'
import { frames, camera as limits } from '#shared/contract/sources/limits'
import { useErrorText, useFieldText, useFormText } from '../../i18n/texts'
import { useContractForm } from '../../platform/form'
import { Button } from '../../ui/button'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { Select } from '../../ui/select'
import { toast } from '../../ui/toast'
import { PlanLimitNote } from '../organisations/slots'
import { useDirectory } from '../organisations/store'
import { CameraTestPart, useAddressTest } from './camera-test'
import { changeCamera, createCamera } from './cameras'

const Fields = z.object({
  ...addCamera.body.pick({ name: true, url: true, description: true }).shape,
  branch: z.string(),
  kept_days: z.coerce.number<string>().int().min(1).max(frames.retentionDaysAtMost),
})
const nowhere = '0'
/** Error codes about the address, shown at its field. */
const aboutAddress = ['camera.address_invalid', 'camera.address_refused']

interface Props {
  /** Null adds a camera. */
  camera: Camera | null
  onClose: () => void
  onSaved: (camera: Camera) => void
}

/** Adds or changes a camera [7.23, D35]. */
export function CameraDialog({ camera, onClose, onSaved }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const formText = useFormText()
  const fieldText = useFieldText()
  const { branches, open } = useDirectory()
  useEffect(() => void open(), [open])
  // There is no draft, because an address can contain a password.
  const { form, refused } = useContractForm(Fields, {
    defaults: {
      name: camera?.name ?? '',
      url: camera?.url ?? '',
      description: camera?.description ?? '',
      branch: String(camera?.branch_id ?? nowhere),
      kept_days: String(camera?.kept_days ?? frames.retentionDays),
    },
  })
  const { register, handleSubmit, formState, setFocus, setValue, watch } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('name'), [setFocus])

  const typed = watch('url')
  const test = useAddressTest(typed, camera?.camera_id)
  // The address arrives without its user name and password, so sending it back unchanged would delete them.
  const isSameAddress = camera !== null && typed === camera.url
  const isReady = isSameAddress || test.result?.works === true

  const save = handleSubmit(async ({ name, url, description, branch, kept_days }) => {
    const branch_id = branch === nowhere ? null : Number(branch)
    const outcome = camera
      ? await changeCamera({
          camera_id: camera.camera_id,
          name,
          description,
          branch_id,
          kept_days,
          ...(!isSameAddress && { url }),
        })
      : await createCamera({ name, url, description, branch_id })
    if (!outcome.ok) {
      if (aboutAddress.includes(outcome.code)) form.setError('url', { type: 'server', message: errorText(outcome) })
      else refused(outcome)
      return
    }
    toast.success(t(camera ? 'camera.saved' : 'camera.added', { name }))
    onSaved(outcome.data)
  })
  // A new address is tested first, so that its picture is seen before the camera is added.
  const onSubmit = isReady ? save : handleSubmit(() => test.run())

  return (
    <FormDialog
      title={camera ? t('camera.editTitle', { name: camera.name }) : t('camera.addTitle')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={isReady ? (camera ? t('app:action.save') : t('camera.add')) : t('test.first')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting || test.isRunning}
      error={formText(errors.root)}
    >
      {!camera && <PlanLimitNote limit="cameras" />}
      <TextField
        {...register('name')}
        label={t('camera.name')}
        hint={t('camera.nameHint')}
        error={fieldText(errors.name)}
        maxLength={limits.nameLength}
        autoComplete="off"
      />
      <TextField
        {...register('url')}
        label={t('camera.url')}
        hint={t(camera ? 'camera.urlEditHint' : 'camera.urlHint')}
        error={fieldText(errors.url)}
        maxLength={limits.addressLength}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
      />
      {isSameAddress && !test.result && (
        <div>
          <Button needsServer size="sm" loading={test.isRunning} onClick={() => void test.run()}>
            {t('test.now')}
          </Button>
        </div>
      )}
      <CameraTestPart test={test} onSaveAnyway={isReady ? null : () => void save()} />
      <TextArea
        {...register('description')}
        label={t('camera.description')}
        error={fieldText(errors.description)}
        maxLength={limits.descriptionLength}
      />
      <Select
        label={t('camera.branch')}
        options={[
          { value: nowhere, label: t('camera.noBranch') },
          ...branches.map(branch => ({ value: String(branch.id), label: branch.branch_name })),
        ]}
        value={watch('branch')}
        onChange={next => setValue('branch', next, { shouldDirty: true })}
      />
      {camera && (
        <TextField
          {...register('kept_days')}
          type="number"
          min={1}
          max={frames.retentionDaysAtMost}
          label={t('camera.kept')}
          hint={t('camera.keptHint')}
          error={fieldText(errors.kept_days)}
        />
      )}
    </FormDialog>
  )
}
