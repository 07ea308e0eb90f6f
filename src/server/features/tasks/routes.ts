import * as comments from '#shared/contract/tasks/comments'
import * as contract from '#shared/contract/tasks/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as commenting from './comments-service'
import { create } from './create-service'
import * as lists from './lists-service'
import { update } from './update-service'

export const taskRoutes: Route[] = [
  route(contract.createTask, create),
  route(contract.updateTasks, update),
  route(contract.listBranchTasks, lists.ofBranch),
  route(contract.countBranchTasks, lists.counts),
  route(contract.listMyTasks, lists.mine),
  route(contract.tasksByIds, lists.byIds),
  route(contract.listTaskHistory, lists.history),
  route(comments.fetchComments, commenting.list),
  route(comments.listComments, commenting.list),
  route(comments.addComment, commenting.add),
  route(comments.editComment, commenting.edit),
  route(comments.deleteComment, commenting.remove),
  route(comments.reactToComment, commenting.react),
]
