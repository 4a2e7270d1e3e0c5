package corpus
import ("testing";"fmt";"time";"context";"qcheck/protocols")
func TestZZ(t *testing.T){
 for _,flags:=range []string{
 "--algorithm kakugawa --variant repaired --structure corpus/testdata/2-coterie-of-2.json --requests 4",
 "--algorithm kakugawa --variant repaired --structure corpus/testdata/quorum-12-of-3.json --no-retry --requests 2",
 "--algorithm kakugawa --variant repaired --structure corpus/testdata/quorum-1-of-3.json --no-retry --requests 3",
 "--algorithm kakugawa --variant repaired --structure corpus/testdata/majority-of-3.json --quorum-choice fixed --no-retry --requests 2",
 "--algorithm kakugawa --variant repaired --structure corpus/testdata/majority-of-3.json --quorum-choice fixed --requests 2",
 "--algorithm baldoni --variant repaired --structure corpus/testdata/baldoni-figure-1.json --requests 1,1,1,0,0,0,0",
 "--algorithm baldoni --variant repaired --structure corpus/testdata/baldoni-figure-1.json --requests 1,1,0,1,0,0,0",
 "--algorithm baldoni --variant repaired --structure corpus/testdata/baldoni-figure-1.json --requests 1,0,0,1,0,1,0",
 "--algorithm mutin --variant repaired --n 3 --l 2 --requests 1",
 "--algorithm mutin --variant printed --n 3 --l 1 --requests 2",
 "--algorithm mutin --variant printed --n 3 --l 2 --requests 1",
 "--algorithm jiang --variant repaired --structure corpus/testdata/wr-1-of-2.json --requests 1",
 "--algorithm jiang --variant repaired --structure corpus/testdata/wr-12-of-2.json --requests 1",
 "--algorithm jiang --variant repaired --structure corpus/testdata/wr-1-of-3.json --requests 1",
 "--algorithm jiang --variant repaired --structure corpus/testdata/wr-1-of-3.json --resources 1 --requests 1",
 "--algorithm jiang --variant printed --structure corpus/testdata/wr-1-of-2.json --requests 1",
 "--algorithm jiang --variant printed --structure corpus/testdata/wr-1-of-3.json --requests 1",
 "--algorithm jiang --variant repaired --structure corpus/testdata/wr-majority-of-3.json --quorum-choice fixed --requests 1",
 }{
  w,err:=protocols.ParseWorkload(flags, readStructure); if err!=nil{fmt.Println(flags,err);continue}
  m,err:=w.Measure(); if err!=nil{fmt.Println(flags,err);continue}
  for _,p:=range []int{0,1,2}{ if p>=w.Model.Processes(){continue}
  for _, way:=range m.Ways {
  o:=w.Options; o.MaxStates=1500000; o.Full=true
  t0:=time.Now()
  ctx,c2:=context.WithTimeout(t.Context(), 12*time.Second)
  c,err:=m.Messages(ctx,p,way,o); c2()
  fmt.Println(flags,p+1,way,c.Least,c.Most,c.Unserved,c.States,c.Stopped,err,time.Since(t0).Round(time.Millisecond))
  }}
 }}
