import * as comments from '#shared/contract/tasks/comments'
import * as contract from '#shared/contract/tasks/endpoints'
import * as from from '#shared/contract/tasks/origins'
import * as views from '#shared/contract/tasks/views'
import { type Route, route } from '../../platform/http/route'
import * as commenting from './comments-service'
import { create } from './create-service'
import * as lists from './lists-service'
import * as origins from './origins-service'
import { update } from './update-service'
import * as viewing from './views-service'

export const taskRoutes: Route[] = [
  route(contract.createTask, create),
  route(contract.updateTasks, update),
  route(contract.listBranchTasks, lists.ofBranch),
  route(contract.countBranchTasks, lists.counts),
  route(contract.listMyTasks, lists.mine),
  route(contract.tasksByIds, lists.byIds),
  route(contract.listTaskHistory, lists.history),
  route(from.tasksFrom, origins.from),
  route(from.listMadeItems, origins.madeItems),
  route(from.createFromItems, origins.createFromItems),
  route(from.listOpenItems, origins.openItems),
  route(from.tickItem, origins.tick),
  route(views.listViews, viewing.list),
  route(views.createView, viewing.create),
  route(views.editView, viewing.edit),
  route(views.deleteView, viewing.remove),
  route(comments.fetchComments, commenting.list),
  route(comments.listComments, commenting.list),
  route(comments.addComment, commenting.add),
  route(comments.editComment, commenting.edit),
  route(comments.deleteComment, commenting.remove),
  route(comments.reactToComment, commenting.react),
]
