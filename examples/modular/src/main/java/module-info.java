/** A program with iron-fit alone. */
module example {
  requires org.ironopt.fit;
}
