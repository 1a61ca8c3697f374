import type { TaskDetailQuery, TaskEvidenceQuery, TaskListQuery } from '../../gql/graphql.ts'

// Task is one of the list.
export type Task = TaskListQuery['tasks']['nodes'][number]

// Detailed is the task that is open.
export type Detailed = NonNullable<TaskDetailQuery['task']>

// Submission is what somebody handed in by a link.
export type Submission = NonNullable<TaskEvidenceQuery['evidenceSubmission']>
