{
  _id: 'rs0', version: 3, term: 5,
  members: [
    { _id: 0, host: 'db1:27017', arbiterOnly: false, priority: 2, votes: 1 },
    { _id: 1, host: 'db2:27017', arbiterOnly: false, priority: 1, votes: 1 },
    { _id: 2, host: 'arbiter:27017', arbiterOnly: true, priority: 0, votes: 1 }
  ]
}
