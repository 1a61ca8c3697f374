// What a requirement asks, member by member: its name on the screen and what its value is. The page and the form are made of the
// table of members.gen.ts, which is made from the checks of model/compliance.

// Choices are the names of what a member can have, by value.
export type Choices = Readonly<Record<string, readonly (readonly [value: string, name: string])[]>>

export type Kind = 'text' | 'number' | 'percent' | 'money' | 'yes' | 'json' | 'choice' | 'choices' | 'texts' | 'jsons' | 'group' | 'rows'

export interface Member {
  name: string
  label: string
  kind: Kind
  // Of a choice: which of the choices.
  of?: string
  // Of a group, and of each of the rows.
  members?: readonly Member[]
}
