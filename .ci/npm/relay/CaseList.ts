// What a console with Relay writes. Only the compiler reads this file.
import { graphql } from 'relay-runtime'

export const page = graphql`
  query CaseListQuery($filter: CaseFilter) {
    ...CaseList_cases @arguments(filter: $filter)
  }
`

export const cases = graphql`
  fragment CaseList_cases on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }, filter: { type: "CaseFilter" })
  @refetchable(queryName: "CaseListPageQuery") {
    cases(first: $first, after: $after, filter: $filter) @connection(key: "CaseList_cases", filters: ["filter"]) {
      edges {
        cursor
        node {
          id
          displayName
          ...CaseList_case
        }
      }
      pageInfo {
        total
      }
    }
  }
`

export const one = graphql`
  fragment CaseList_case on Case @refetchable(queryName: "CaseListCaseQuery") {
    status
    loanAmount {
      amount
      currency
    }
    insuranceContacts {
      ...CaseList_contact
    }
  }
`

export const contact = graphql`
  fragment CaseList_contact on Contact @refetchable(queryName: "CaseListContactQuery") {
    __typename
    displayName
    email
    ... on Broker {
      phone
      email
    }
    ... on User {
      role
      email
    }
  }
`

export const add = graphql`
  mutation CaseListAddMutation($input: CreateCaseInput!, $connections: [ID!]!) {
    createCase(input: $input) @appendNode(connections: $connections, edgeTypeName: "CaseEdge") {
      id
      ...CaseList_case
    }
  }
`
