// Week is a week and the policies that end in it.
export interface Week {
  from: string
  last: string
  total: number
  to: string
}
