import * as contract from '#shared/contract/jobs/endpoints'
import { measurePictures } from '#shared/contract/jobs/measured'
import { type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as changes from './changes-service'
import * as jobs from './jobs-service'
import * as logbooks from './logbook-service'
import * as measure from './measure-service'
import * as operator from './operator-service'
import * as pictures from './pictures-service'
import * as prompts from './prompts-service'
import * as runs from './runs-service'
import * as tryOut from './try-out-service'

export const jobRoutes: Route[] = [
  route(contract.listJobs, jobs.list),
  route(contract.readJob, jobs.fetch),
  route(contract.createJob, jobs.create),
  route(contract.updateJob, jobs.update),
  route(contract.deleteJob, jobs.remove),
  route(contract.setCustomCode, jobs.setCode),
  route(contract.previewSchedule, jobs.preview),
  twoPhaseRoute(contract.tryOutJob, tryOut.tryOut, tryOut.answer),
  twoPhaseRoute(measurePictures, measure.measure, measure.answer),
  route(contract.runJob, runs.runNow),
  route(contract.syncJob, runs.sync),
  route(contract.listRuns, runs.list),
  route(contract.judgeRun, runs.judge),
  route(contract.listRunMarks, runs.marks),
  route(contract.listJobChanges, changes.changes),
  route(contract.readJobUsage, changes.usage),
  route(contract.listLogbookJobs, logbooks.ofLogbook),
  route(contract.changeReferences, pictures.setReferences),
  twoPhaseRoute(contract.setOverlay, pictures.readMask, pictures.saveMask),
  route(contract.removeOverlay, pictures.removeMask),
  route(contract.manageFrame, pictures.manageFrame),
  route(contract.operateJob, operator.operate),
  route(contract.listModels, jobs.models),
  route(contract.listWordsReaders, pictures.wordsReaders),
  route(contract.setJobModel, jobs.chooseModel),
  route(contract.listPrompts, prompts.list),
  route(contract.createPrompt, prompts.create),
  route(contract.updatePrompt, prompts.update),
  route(contract.deletePrompt, prompts.remove),
]
