/// The books that `storytime demo` adds: facts about real picture books and tales, with descriptions
/// of our own. They are written as a file that the import takes; `Tests/Fixtures/books.csv` is the
/// same one.
enum DemoBooks {
    struct Book: Sendable, Equatable {
        let title: String
        let author: String
        let publisher: String
        let description: String
        let ages: AgeRange
        let language: String
        let categories: [String]
        let status: Storytime.Book.Status
    }

    /// That all of the table can be read is for a test to say: no command but one needs it.
    static let all: [Book] = (try? read(Array(table.utf8))) ?? []

    static func read(_ bytes: [UInt8]) throws -> [Book] {
        var file = try CSVFile(bytes: bytes)
        var books: [Book] = []
        while let row = try file.next() { books.append(Book(row)) }
        return books
    }

    // swift-format-ignore
    private static let table = #"""
        title,author,publisher,description,age_min,age_max,language,categories,status
        Goodnight Moon,Margaret Wise Brown,Harper & Brothers,"A little rabbit says good night to every object in the great green room, one after the other.",1,4,en,Bedtime Stories,active
        The Runaway Bunny,Margaret Wise Brown,Harper & Brothers,"Whatever a small bunny turns into to run away, his mother finds a shape that brings him home.",2,5,en,Family & Friends|Bedtime Stories,active
        Big Red Barn,Margaret Wise Brown,William R. Scott,"A day among the animals of a farm, from the first crow to the quiet night in the barn.",2,5,en,Animals & Nature|Bedtime Stories,active
        Where the Wild Things Are,Maurice Sendak,Harper & Row,"Sent to bed without supper, Max sails to an island of monsters and becomes their king.",4,8,en,Adventure,active
        In the Night Kitchen,Maurice Sendak,Harper & Row,Mickey drops out of bed into a kitchen where three bakers are making the morning cake.,4,7,en,Bedtime Stories|Adventure,active
        Chicken Soup with Rice,Maurice Sendak,Harper & Row,"Twelve short rhymes, one for each month, each finding a reason to sip the same soup.",3,6,en,Rhymes & Songs|Holidays & Seasons,active
        The Very Hungry Caterpillar,Eric Carle,World Publishing Company,A caterpillar eats its way through the days of the week and becomes a butterfly.,1,5,en,Learning & ABCs|Animals & Nature,active
        The Very Busy Spider,Eric Carle,Philomel Books,"Farm animals invite a spider to play, but she keeps spinning until her web is done.",2,5,en,Animals & Nature,active
        The Grouchy Ladybug,Eric Carle,Thomas Y. Crowell,"A quarrelsome ladybug challenges ever larger animals, hour by hour around the clock.",3,6,en,Learning & ABCs|Animals & Nature,active
        "Papa, Please Get the Moon for Me",Eric Carle,Picture Book Studio,A father climbs a very long ladder to fetch the moon for his daughter.,2,5,en,Bedtime Stories|Family & Friends,active
        "Brown Bear, Brown Bear, What Do You See?",Bill Martin Jr.,Doubleday,A chain of questions leads from one coloured animal to the next.,1,4,en,Learning & ABCs|Rhymes & Songs,active
        Chicka Chicka Boom Boom,Bill Martin Jr. and John Archambault,Simon & Schuster,The letters of the alphabet race up a coconut tree until it bends too far.,2,5,en,Learning & ABCs|Rhymes & Songs,active
        The Tale of Peter Rabbit,Beatrix Potter,Frederick Warne & Co.,A disobedient young rabbit squeezes into a garden and barely escapes the gardener.,3,7,en,Animals & Nature|Adventure,active
        The Tale of Squirrel Nutkin,Beatrix Potter,Frederick Warne & Co.,A cheeky squirrel teases an owl with riddles once too often.,3,7,en,Animals & Nature|Rhymes & Songs,active
        The Tailor of Gloucester,Beatrix Potter,Frederick Warne & Co.,Grateful mice finish a poor tailor's finest coat on Christmas night.,4,8,en,Holidays & Seasons|Fairy Tales,active
        The Tale of Benjamin Bunny,Beatrix Potter,Frederick Warne & Co.,Two rabbit cousins go back to the garden to rescue some lost clothes.,3,7,en,Animals & Nature|Adventure,active
        The Tale of Mrs. Tiggy-Winkle,Beatrix Potter,Frederick Warne & Co.,A girl looking for her handkerchiefs meets a washerwoman with prickles under her cap.,3,7,en,Animals & Nature,active
        The Tale of Jemima Puddle-Duck,Beatrix Potter,Frederick Warne & Co.,A trusting duck in search of a nest accepts help from a polite gentleman with a bushy tail.,3,7,en,Animals & Nature,active
        The Cat in the Hat,Dr. Seuss,Random House,On a wet day a tall visitor turns a tidy house upside down while mother is out.,4,8,en,Rhymes & Songs|Adventure,active
        How the Grinch Stole Christmas!,Dr. Seuss,Random House,A grumpy hermit tries to stop Christmas and learns what it is made of.,4,8,en,Holidays & Seasons|Rhymes & Songs,active
        Horton Hears a Who!,Dr. Seuss,Random House,An elephant guards a speck of dust because somebody very small lives on it.,4,8,en,Rhymes & Songs|Animals & Nature,active
        Horton Hatches the Egg,Dr. Seuss,Random House,An elephant sits faithfully on a lazy bird's egg through storm and snow.,4,8,en,Rhymes & Songs|Animals & Nature,active
        Green Eggs and Ham,Dr. Seuss,Random House,"Told in fifty different words, a picky eater refuses a dish in every imaginable place.",3,7,en,Rhymes & Songs|Learning & ABCs,active
        One Fish Two Fish Red Fish Blue Fish,Dr. Seuss,Random House,"A parade of odd creatures makes counting, colours and opposites into nonsense verse.",3,6,en,Rhymes & Songs|Learning & ABCs,active
        Dr. Seuss's Sleep Book,Dr. Seuss,Random House,One yawn spreads across the land until everybody is asleep.,3,7,en,Bedtime Stories|Rhymes & Songs,active
        Hop on Pop,Dr. Seuss,Random House,Very short rhyming sentences for children who are just beginning to read.,3,6,en,Learning & ABCs|Rhymes & Songs,active
        Dr. Seuss's ABC,Dr. Seuss,Random House,Every letter gets its own tongue-tickling line and an invented creature.,2,6,en,Learning & ABCs|Rhymes & Songs,active
        Fox in Socks,Dr. Seuss,Random House,A fox torments a patient friend with harder and harder tongue twisters.,4,8,en,Rhymes & Songs,active
        The Lorax,Dr. Seuss,Random House,A small guardian of the trees warns a factory owner who does not listen until too late.,5,9,en,Animals & Nature|Rhymes & Songs,active
        "Oh, the Places You'll Go!",Dr. Seuss,Random House,"A traveller sets out through bright days, slumps and waiting places.",5,10,en,Rhymes & Songs|Adventure,active
        The Snowy Day,Ezra Jack Keats,Viking Press,A boy in a red snowsuit explores his street after the first snowfall.,2,6,en,Holidays & Seasons,active
        Whistle for Willie,Ezra Jack Keats,Viking Press,A boy practises all day so that he can whistle for his dog.,2,6,en,Family & Friends,active
        Peter's Chair,Ezra Jack Keats,Harper & Row,"When his old furniture is painted for the new baby, Peter packs up his little chair.",3,6,en,Family & Friends,active
        Corduroy,Don Freeman,Viking Press,A toy bear with a missing button waits in a department store for someone to take him home.,2,6,en,Family & Friends,active
        Make Way for Ducklings,Robert McCloskey,Viking Press,A mallard leads her eight ducklings across the streets of Boston with a policeman's help.,3,7,en,Animals & Nature|Family & Friends,active
        Blueberries for Sal,Robert McCloskey,Viking Press,On a hill in Maine a girl and a bear cub each follow the wrong mother.,3,7,en,Animals & Nature|Family & Friends,active
        One Morning in Maine,Robert McCloskey,Viking Press,A girl loses her first tooth on the day of a boat trip for groceries.,4,8,en,Family & Friends,active
        Madeline,Ludwig Bemelmans,Simon & Schuster,The smallest of twelve girls in a Paris boarding house has to go to hospital at night.,3,7,en,Family & Friends|Rhymes & Songs,active
        Curious George,H. A. Rey and Margret Rey,Houghton Mifflin,A monkey brought to the big city gets into one scrape after another.,3,7,en,Adventure,active
        Mike Mulligan and His Steam Shovel,Virginia Lee Burton,Houghton Mifflin,A man and his old machine promise to dig a town hall cellar in a single day.,4,8,en,Adventure,active
        The Little House,Virginia Lee Burton,Houghton Mifflin,A country cottage watches the seasons pass while a city grows up around it.,4,8,en,Holidays & Seasons|Animals & Nature,active
        Katy and the Big Snow,Virginia Lee Burton,Houghton Mifflin,A strong red tractor ploughs out a whole snowed-in town.,4,8,en,Holidays & Seasons,active
        Millions of Cats,Wanda Gág,Coward-McCann,An old man looking for one cat comes home with more than anyone can count.,4,8,en,Animals & Nature,active
        The Story of Ferdinand,Munro Leaf,Viking Press,A bull who would rather smell flowers is taken to the bull ring by mistake.,3,7,en,Animals & Nature,active
        Caps for Sale,Esphyr Slobodkina,William R. Scott,A pedlar wakes under a tree to find that monkeys have taken his whole stock.,3,6,en,Adventure,active
        The Story of Babar,Jean de Brunhoff,Éditions du Jardin des Modes,An orphaned elephant grows up in the city and goes home to become king.,4,8,fr,Adventure,active
        Harold and the Purple Crayon,Crockett Johnson,Harper & Brothers,A boy draws his own moonlit walk with one crayon and then draws himself to bed.,3,7,en,Adventure|Bedtime Stories,active
        The Carrot Seed,Ruth Krauss,Harper & Brothers,"Everyone says it will not come up, but a boy keeps watering his seed.",2,6,en,Animals & Nature|Family & Friends,active
        A Hole Is to Dig,Ruth Krauss,Harper & Brothers,"Children's own definitions of everyday things, collected and drawn.",3,7,en,Learning & ABCs,active
        Bedtime for Frances,Russell Hoban,Harper & Brothers,A young badger finds one reason after another not to fall asleep.,3,7,en,Bedtime Stories|Family & Friends,active
        Bread and Jam for Frances,Russell Hoban,Harper & Row,"Frances wants only one food, and her parents decide to let her have it at every meal.",4,8,en,Family & Friends,active
        Frog and Toad Are Friends,Arnold Lobel,Harper & Row,"Five short tales of two neighbours who wait for letters, look for buttons and go swimming.",4,8,en,Family & Friends|Animals & Nature,active
        Owl at Home,Arnold Lobel,Harper & Row,Five gentle stories about an owl who lives alone with his worries and his tear-water tea.,4,8,en,Bedtime Stories|Animals & Nature,active
        Mouse Soup,Arnold Lobel,Harper & Row,A captured mouse tells four stories to save himself from the cooking pot.,4,8,en,Animals & Nature|Fairy Tales,active
        On Market Street,Arnold Lobel,Greenwillow Books,"A child buys presents from A to Z, each drawn as a person made of the goods.",3,7,en,Learning & ABCs|Rhymes & Songs,active
        Little Bear,Else Holmelund Minarik,Harper & Brothers,"A cub plays in the snow, cooks birthday soup and flies to the moon before supper.",4,7,en,Family & Friends|Animals & Nature,active
        Amelia Bedelia,Peggy Parish,Harper & Row,"A housekeeper does exactly what the list says, word for word.",5,8,en,Learning & ABCs,active
        Danny and the Dinosaur,Syd Hoff,Harper & Brothers,A dinosaur leaves the museum to spend a day playing with a boy.,4,8,en,Adventure|Animals & Nature,active
        Sylvester and the Magic Pebble,William Steig,Windmill Books / Simon & Schuster,A young donkey makes one wish too quickly and his family cannot find him.,4,8,en,Fairy Tales|Family & Friends,active
        Doctor De Soto,William Steig,"Farrar, Straus and Giroux",A mouse dentist has to treat a fox without being eaten.,4,8,en,Animals & Nature,active
        Strega Nona,Tomie dePaola,Prentice-Hall,A helper starts his mistress's magic pasta pot and does not know how to stop it.,4,8,en,Fairy Tales,active
        Cloudy with a Chance of Meatballs,Judi Barrett,Atheneum,"In one small town the food falls from the sky, until the portions grow too big.",4,8,en,Adventure,active
        The Polar Express,Chris Van Allsburg,Houghton Mifflin,A boy boards a midnight train to the North Pole and asks for a silver bell.,4,9,en,Holidays & Seasons|Adventure,active
        Jumanji,Chris Van Allsburg,Houghton Mifflin,Two children play a board game whose jungle comes into the house.,6,10,en,Adventure,active
        Owl Moon,Jane Yolen,Philomel Books,On a winter night a father and child walk into the woods to call an owl.,4,8,en,Animals & Nature|Holidays & Seasons,active
        How Do Dinosaurs Say Goodnight?,Jane Yolen,Blue Sky Press,"Dinosaurs as big as the bedroom show how to behave, and how not to, at bedtime.",2,6,en,Bedtime Stories|Rhymes & Songs,active
        Guess How Much I Love You,Sam McBratney,Walker Books,Two hares compare how far their love reaches.,1,5,en,Bedtime Stories|Family & Friends,active
        The Gruffalo,Julia Donaldson,Macmillan,A mouse invents a monster to scare off its enemies and then meets it.,3,7,en,Rhymes & Songs|Animals & Nature,active
        Room on the Broom,Julia Donaldson,Macmillan,A kind witch keeps making space for new passengers on her broomstick.,3,7,en,Holidays & Seasons|Rhymes & Songs,active
        Stick Man,Julia Donaldson,Alison Green Books,A stick far from his family tree tries to get home before Christmas.,3,7,en,Holidays & Seasons|Rhymes & Songs,active
        The Tiger Who Came to Tea,Judith Kerr,"William Collins, Sons",A polite tiger rings the bell and eats and drinks everything in the house.,2,6,en,Family & Friends,active
        Mog the Forgetful Cat,Judith Kerr,"William Collins, Sons",A cat who forgets nearly everything is in the right place when a burglar calls.,3,6,en,Animals & Nature|Family & Friends,active
        We're Going on a Bear Hunt,Michael Rosen,Walker Books,"A family crosses grass, river, mud and snow to find a bear, and runs all the way back.",2,6,en,Rhymes & Songs|Adventure,active
        Elmer,David McKee,Dobson Books,A patchwork elephant tries for one day to look like all the others.,3,6,en,Animals & Nature,active
        "Not Now, Bernard",David McKee,Andersen Press,A boy tells his busy parents about the monster in the garden.,3,7,en,Family & Friends,active
        The Snowman,Raymond Briggs,Hamish Hamilton,"Without a word, a boy and the snowman he built share one night and a flight.",3,8,en,Holidays & Seasons,active
        Father Christmas,Raymond Briggs,Hamish Hamilton,A grumbling old man gets through his busiest working night of the year.,4,8,en,Holidays & Seasons,active
        Each Peach Pear Plum,Janet Ahlberg and Allan Ahlberg,Kestrel Books,A rhyming hide-and-seek with figures from nursery tales.,1,5,en,Rhymes & Songs|Fairy Tales,active
        Peepo!,Janet Ahlberg and Allan Ahlberg,Kestrel Books,Through a hole in the page a baby looks at one day in a wartime family.,1,4,en,Family & Friends|Rhymes & Songs,active
        The Jolly Postman,Janet Ahlberg and Allan Ahlberg,Heinemann,"A postman delivers real letters in envelopes to bears, witches and a giant.",4,8,en,Fairy Tales|Holidays & Seasons,active
        Dear Zoo,Rod Campbell,Abelard-Schuman,"The zoo keeps sending pets that are too big, too fierce or too grumpy.",1,4,en,Animals & Nature|Learning & ABCs,active
        Where's Spot?,Eric Hill,Heinemann,Flaps hide the animals a mother dog finds while she looks for her puppy.,1,4,en,Animals & Nature|Learning & ABCs,active
        Owl Babies,Martin Waddell,Walker Books,Three owl chicks wake in the night and find their mother gone.,2,5,en,Bedtime Stories|Animals & Nature,active
        "Can't You Sleep, Little Bear?",Martin Waddell,Walker Books,A cub afraid of the dark is brought bigger and bigger lanterns.,2,5,en,Bedtime Stories|Family & Friends,active
        Farmer Duck,Martin Waddell,Walker Books,A duck does all the work for a lazy farmer until the other animals make a plan.,3,6,en,Animals & Nature,active
        The Rainbow Fish,Marcus Pfister,Nord-Süd Verlag,A fish with shining scales learns to give some of them away.,3,6,de,Animals & Nature|Family & Friends,active
        Possum Magic,Mem Fox,Omnibus Books,A grandmother makes a young possum invisible and must find the food that undoes it.,3,7,en,Animals & Nature|Fairy Tales,active
        Time for Bed,Mem Fox,Harcourt Brace,Animal parents settle their young one by one in soft couplets.,1,4,en,Bedtime Stories|Rhymes & Songs,active
        Ten Little Fingers and Ten Little Toes,Mem Fox,Harcourt,Babies born in different places turn out to have the same fingers and toes.,0,3,en,Rhymes & Songs|Family & Friends,active
        Hairy Maclary from Donaldson's Dairy,Lynley Dodd,Mallinson Rendel,A small dog and his friends walk through town until they meet a tough tomcat.,2,6,en,Rhymes & Songs|Animals & Nature,active
        Don't Let the Pigeon Drive the Bus!,Mo Willems,Hyperion Books for Children,A pigeon begs the reader for just one turn at the wheel.,2,6,en,Animals & Nature,active
        Knuffle Bunny,Mo Willems,Hyperion Books for Children,A toddler who cannot talk yet has lost something important at the laundromat.,2,6,en,Family & Friends,active
        Today I Will Fly!,Mo Willems,Hyperion Books for Children,"A pig is sure she will fly, and her elephant friend is sure she will not.",3,7,en,Family & Friends|Animals & Nature,active
        "Click, Clack, Moo: Cows That Type",Doreen Cronin,Simon & Schuster,Cows with an old typewriter begin to negotiate with the farmer.,3,7,en,Animals & Nature,active
        "Goodnight, Goodnight, Construction Site",Sherri Duskey Rinker,Chronicle Books,The big machines finish their work and are tucked in for the night.,2,6,en,Bedtime Stories|Rhymes & Songs,active
        Llama Llama Red Pajama,Anna Dewdney,Viking,A baby llama alone in the dark gets more and more upset until Mama comes.,2,5,en,Bedtime Stories|Rhymes & Songs,active
        Giraffes Can't Dance,Giles Andreae,Orchard Books,A clumsy giraffe finds the music that suits him.,2,6,en,Rhymes & Songs|Animals & Nature,active
        Dragons Love Tacos,Adam Rubin,Dial Books,A taco party for dragons goes well until somebody misses the spicy salsa.,3,7,en,Adventure,active
        The Day the Crayons Quit,Drew Daywalt,Philomel Books,A boy opens his crayon box and finds letters of complaint.,4,8,en,Learning & ABCs,active
        How to Catch a Star,Oliver Jeffers,HarperCollins,A boy who wants a star as a friend tries everything to reach one.,3,6,en,Bedtime Stories|Adventure,active
        Lost and Found,Oliver Jeffers,HarperCollins,A boy rows to the South Pole to take a lonely penguin home.,3,6,en,Adventure|Family & Friends,active
        I Want My Hat Back,Jon Klassen,Candlewick Press,A bear asks animal after animal whether it has seen his hat.,4,8,en,Animals & Nature,active
        This Is Not My Hat,Jon Klassen,Candlewick Press,A very small fish explains why nobody will notice the hat he has taken.,4,8,en,Animals & Nature,active
        Extra Yarn,Mac Barnett,Balzer + Bray,A girl with a box of yarn that never runs out knits colour into a grey town.,4,8,en,Fairy Tales,active
        Sam and Dave Dig a Hole,Mac Barnett,Candlewick Press,Two boys dig for something spectacular and always turn away just before they reach it.,4,8,en,Adventure,active
        Rosie's Walk,Pat Hutchins,Macmillan,A hen goes for a stroll and never sees what happens to the fox behind her.,2,5,en,Animals & Nature,active
        Harry the Dirty Dog,Gene Zion,Harper & Brothers,A dog who hates baths gets so dirty that his family does not know him.,3,6,en,Animals & Nature|Family & Friends,active
        "Alexander and the Terrible, Horrible, No Good, Very Bad Day",Judith Viorst,Atheneum,From breakfast to bedtime everything goes wrong for one boy.,4,9,en,Family & Friends,active
        If You Give a Mouse a Cookie,Laura Numeroff,Harper & Row,"One snack leads a mouse to ask for another thing, and another, and another.",2,6,en,Animals & Nature,active
        The Napping House,Audrey Wood,Harcourt Brace Jovanovich,Sleepers pile up on a bed until a wakeful flea starts the way back down.,2,6,en,Bedtime Stories|Rhymes & Songs,active
        King Bidgood's in the Bathtub,Audrey Wood,Harcourt Brace Jovanovich,A king will not leave his bath and holds court in it all day.,4,8,en,Fairy Tales|Rhymes & Songs,active
        Freight Train,Donald Crews,Greenwillow Books,"Coloured cars roll through tunnels and over trestles, by day and by night.",1,4,en,Learning & ABCs,active
        "Ten, Nine, Eight",Molly Bang,Greenwillow Books,A father and daughter count down from ten on the way to sleep.,1,4,en,Bedtime Stories|Learning & ABCs,active
        Little Blue and Little Yellow,Leo Lionni,"McDowell, Obolensky",Two blobs of colour hug until they turn green and their families do not know them.,2,6,en,Learning & ABCs|Family & Friends,active
        Swimmy,Leo Lionni,Pantheon,A small black fish teaches a school of red ones to swim as one big fish.,3,7,en,Animals & Nature,active
        Frederick,Leo Lionni,Pantheon,"While the other mice store grain, one gathers sun, colours and words for the winter.",3,7,en,Animals & Nature|Holidays & Seasons,active
        A Chair for My Mother,Vera B. Williams,Greenwillow Books,After a fire a girl and her family save coins in a jar for a comfortable armchair.,4,8,en,Family & Friends,active
        Mufaro's Beautiful Daughters,John Steptoe,"Lothrop, Lee & Shepard","Two sisters, one kind and one proud, travel to a king who is choosing a wife.",5,9,en,Fairy Tales,active
        Why Mosquitoes Buzz in People's Ears,Verna Aardema,Dial Press,One silly lie starts a chain of trouble through the whole jungle.,4,8,en,Fairy Tales|Animals & Nature,active
        Anansi the Spider,Gerald McDermott,"Holt, Rinehart and Winston","Six sons rescue their spider father, each with his own gift.",4,8,en,Fairy Tales,active
        Lon Po Po,Ed Young,Philomel Books,Three sisters alone at home outwit a wolf who pretends to be their grandmother.,5,9,en,Fairy Tales,active
        The Paper Bag Princess,Robert Munsch,Annick Press,A princess in a paper bag outsmarts a dragon to rescue a prince.,4,8,en,Fairy Tales,active
        Love You Forever,Robert Munsch,Firefly Books,A mother sings the same lullaby to her son at every age.,3,8,en,Bedtime Stories|Family & Friends,active
        The True Story of the 3 Little Pigs!,Jon Scieszka,Viking Kestrel,The wolf explains that it was all about a cold and a cup of sugar.,5,9,en,Fairy Tales,active
        The Stinky Cheese Man,Jon Scieszka,Viking,Well-known tales fall apart while their narrator tries to keep order.,6,10,en,Fairy Tales,active
        The Little Engine That Could,Watty Piper,Platt & Munk,A small locomotive agrees to pull a train of toys over the mountain.,2,6,en,Adventure,active
        The Poky Little Puppy,Janette Sebring Lowrey,Simon & Schuster,"The slowest of five puppies gets dessert, until the day he does not.",2,5,en,Animals & Nature,active
        Winnie-the-Pooh,A. A. Milne,Methuen,"A bear, a boy and their friends go about the forest hunting honey, footprints and the North Pole.",4,9,en,Adventure|Family & Friends,active
        When We Were Very Young,A. A. Milne,Methuen,"Light verses about stairs, rice pudding, soldiers and the king's breakfast.",3,8,en,Rhymes & Songs,active
        The Velveteen Rabbit,Margery Williams,George H. Doran,A toy rabbit hears that being loved for a long time makes you real.,4,8,en,Family & Friends|Bedtime Stories,active
        A Child's Garden of Verses,Robert Louis Stevenson,"Longmans, Green & Co.","Poems that look at shadows, swings, ships and bedtime from a child's height.",4,9,en,Rhymes & Songs|Bedtime Stories,active
        The Real Mother Goose,Traditional,Rand McNally,A large collection of English nursery rhymes with clear bright pictures.,1,6,en,Rhymes & Songs,active
        The Wheels on the Bus,Paul O. Zelinsky,Dutton,"The song about a city bus, with parts that turn, swish and open.",1,5,en,Rhymes & Songs,active
        There Was an Old Lady Who Swallowed a Fly,Simms Taback,Viking,"The cumulative folk song, with a hole that grows as the old lady eats.",3,7,en,Rhymes & Songs,active
        "Moo, Baa, La La La!",Sandra Boynton,Little Simon,"A very short parade of animals and the sounds they make, or do not.",0,3,en,Rhymes & Songs|Learning & ABCs,active
        The Going to Bed Book,Sandra Boynton,Little Simon,"Animals on a boat bathe, brush, exercise and rock to sleep.",0,3,en,Bedtime Stories|Rhymes & Songs,active
        Barnyard Dance!,Sandra Boynton,Workman,"A square dance for farm animals, with calls to clap and stomp along.",0,4,en,Rhymes & Songs,active
        Sheep in a Jeep,Nancy Shaw,Houghton Mifflin,"Five sheep go for a drive that does not end well, in the shortest of rhymes.",2,5,en,Rhymes & Songs|Animals & Nature,active
        Is Your Mama a Llama?,Deborah Guarino,Scholastic,A young llama asks his friends rhyming riddles about their mothers.,2,5,en,Rhymes & Songs|Animals & Nature,active
        Are You My Mother?,P. D. Eastman,Random House,"A hatchling who has fallen from the nest asks everyone, even a machine, if they are his mother.",2,6,en,Animals & Nature|Family & Friends,active
        "Go, Dog. Go!",P. D. Eastman,Random House,"Dogs of all colours drive, work and play on the way to a party in a tree.",2,6,en,Learning & ABCs,active
        Clifford the Big Red Dog,Norman Bridwell,Scholastic,"A girl introduces her dog, who is taller than the house.",3,6,en,Animals & Nature|Family & Friends,active
        Arthur's Nose,Marc Brown,"Little, Brown",A young aardvark wonders whether a different nose would make him happier.,4,7,en,Family & Friends,active
        The Big Honey Hunt,Stan Berenstain and Jan Berenstain,Random House,Father bear goes looking for wild honey instead of going to the shop.,3,7,en,Family & Friends|Animals & Nature,active
        A Bear Called Paddington,Michael Bond,"William Collins, Sons",A bear from Peru with a label round his neck is found at a London railway station.,6,10,en,Adventure|Family & Friends,active
        Olivia,Ian Falconer,Atheneum,"A very busy pig wears out her family, and herself.",3,7,en,Family & Friends,active
        Eloise,Kay Thompson,Simon & Schuster,A six-year-old runs wild through the grand hotel where she lives.,5,9,en,Adventure,active
        Many Moons,James Thurber,"Harcourt, Brace","A princess will get well if she can have the moon, and only the jester thinks of asking her.",5,9,en,Fairy Tales|Bedtime Stories,active
        Tuesday,David Wiesner,Clarion Books,One evening frogs rise from the pond and fly through town on their lily pads.,4,9,en,Adventure|Animals & Nature,active
        Flotsam,David Wiesner,Clarion Books,A boy finds an old camera on the beach and develops what it saw.,5,9,en,Adventure|Animals & Nature,active
        "Good Night, Gorilla",Peggy Rathmann,G. P. Putnam's Sons,A gorilla with stolen keys follows the sleepy zookeeper home.,1,4,en,Bedtime Stories|Animals & Nature,active
        Officer Buckle and Gloria,Peggy Rathmann,G. P. Putnam's Sons,A policeman's dull safety talks become a hit once his dog joins in behind him.,4,8,en,Family & Friends,active
        Stellaluna,Janell Cannon,Harcourt Brace,A lost fruit bat is brought up by birds and tries to live like them.,4,8,en,Animals & Nature|Family & Friends,active
        Chrysanthemum,Kevin Henkes,Greenwillow Books,A mouse loves her long name until her first day at school.,4,8,en,Family & Friends,active
        Lilly's Purple Plastic Purse,Kevin Henkes,Greenwillow Books,A pupil's wonderful new purse gets her into trouble with the teacher she adores.,4,8,en,Family & Friends,active
        Kitten's First Full Moon,Kevin Henkes,Greenwillow Books,A kitten takes the moon for a bowl of milk.,2,5,en,Bedtime Stories|Animals & Nature,active
        Last Stop on Market Street,Matt de la Peña,G. P. Putnam's Sons,On the bus across town a grandmother answers a boy's many questions.,4,8,en,Family & Friends,active
        Journey,Aaron Becker,Candlewick Press,A girl draws a red door on her wall and walks into another world.,4,9,en,Adventure,active
        The Lion & the Mouse,Jerry Pinkney,"Little, Brown",Aesop's fable told almost without words.,3,7,en,Fairy Tales|Animals & Nature,active
        Saint George and the Dragon,Margaret Hodges,"Little, Brown",A knight fights a dragon for three days to free a kingdom.,6,10,en,Fairy Tales|Adventure,active
        Hershel and the Hanukkah Goblins,Eric A. Kimmel,Holiday House,A wanderer spends eight nights outwitting the goblins of a ruined synagogue.,5,9,en,Holidays & Seasons|Fairy Tales,active
        Too Many Tamales,Gary Soto,G. P. Putnam's Sons,A girl fears her mother's ring has been cooked into the Christmas tamales.,4,8,en,Holidays & Seasons|Family & Friends,active
        The Mitten,Jan Brett,G. P. Putnam's Sons,One animal after another crawls into a mitten lost in the snow.,3,7,en,Holidays & Seasons|Animals & Nature,active
        Bear Snores On,Karma Wilson,Margaret K. McElderry Books,"While a bear sleeps through winter, guests hold a party in his cave.",2,6,en,Holidays & Seasons|Animals & Nature,active
        "White Snow, Bright Snow",Alvin Tresselt,"Lothrop, Lee & Shepard","A town before, during and after a big snowfall, until the first robin.",3,7,en,Holidays & Seasons,active
        The Big Snow,Berta and Elmer Hader,Macmillan,"The woodland animals get ready for winter, each in its own way.",4,8,en,Holidays & Seasons|Animals & Nature,active
        A Tree Is Nice,Janice May Udry,Harper & Brothers,Simple reasons why trees are good to have around.,3,6,en,Animals & Nature,active
        Planting a Rainbow,Lois Ehlert,Harcourt Brace Jovanovich,A family garden grows from bulbs and seeds into every colour.,2,6,en,Learning & ABCs|Animals & Nature,active
        Eating the Alphabet,Lois Ehlert,Harcourt Brace Jovanovich,Fruits and vegetables from A to Z in cut-paper colours.,2,6,en,Learning & ABCs,active
        Mouse Paint,Ellen Stoll Walsh,Harcourt Brace Jovanovich,Three white mice step into jars of paint and discover how colours mix.,2,5,en,Learning & ABCs,active
        Press Here,Hervé Tullet,Bayard Jeunesse,"Dots move, multiply and change colour as the reader presses and shakes the book.",3,6,fr,Learning & ABCs,active
        Not a Box,Antoinette Portis,HarperCollins,A rabbit insists that a cardboard box is anything but a box.,2,6,en,Adventure|Learning & ABCs,active
        Actual Size,Steve Jenkins,Houghton Mifflin,"Animals, or parts of them, shown exactly as large as they are.",4,9,en,Animals & Nature|Learning & ABCs,active
        What Do You Do with a Tail Like This?,Steve Jenkins and Robin Page,Houghton Mifflin,"A guessing game about noses, ears, tails, eyes, feet and mouths.",3,7,en,Animals & Nature|Learning & ABCs,active
        Best Word Book Ever,Richard Scarry,Golden Press,"Hundreds of labelled things, grouped by kitchen, farm, airport and more.",2,6,en,Learning & ABCs,active
        Cars and Trucks and Things That Go,Richard Scarry,Golden Press,A pig family drives to the beach past every vehicle one can imagine.,2,6,en,Learning & ABCs|Adventure,active
        Pat the Bunny,Dorothy Kunhardt,Simon & Schuster,"A book to feel, smell and play peekaboo with.",0,2,en,Learning & ABCs,active
        Tar Beach,Faith Ringgold,Crown,From a rooftop in Harlem a girl flies over the city and claims it.,5,9,en,Family & Friends|Adventure,active
        Amazing Grace,Mary Hoffman,Frances Lincoln,A girl who loves acting wants the part that others say she cannot have.,4,8,en,Family & Friends,active
        So Much,Trish Cooke,Walker Books,One relative after another arrives to hug and squeeze the baby.,1,5,en,Family & Friends|Rhymes & Songs,active
        Handa's Surprise,Eileen Browne,Walker Books,On the way to a friend a girl does not notice animals taking fruit from her basket.,2,6,en,Animals & Nature|Family & Friends,active
        Abuela,Arthur Dorros,Dutton,"A girl imagines flying over the city with her grandmother, with Spanish words along the way.",4,8,en,Family & Friends|Adventure,active
        Miffy,Dick Bruna,A. W. Bruna & Zoon,Mr and Mrs Bunny are told by an angel that a little rabbit is coming.,1,4,nl,Family & Friends|Rhymes & Songs,active
        Guri and Gura,Rieko Nakagawa,Fukuinkan Shoten,Two field mice find a huge egg and bake a cake for everyone in the forest.,3,6,ja,Family & Friends|Animals & Nature,active
        The Three Robbers,Tomi Ungerer,Georg Lentz Verlag,Three fierce robbers find an orphan girl in a coach and begin to spend their gold differently.,4,8,de,Adventure|Fairy Tales,active
        Pippi Longstocking,Astrid Lindgren,Rabén & Sjögren,The strongest girl in the world lives alone with a horse and a monkey.,6,10,sv,Adventure,active
        The Little Prince,Antoine de Saint-Exupéry,Reynal & Hitchcock,A pilot in the desert meets a boy who has come from a very small planet.,8,12,fr,Adventure|Fairy Tales,active
        Thumbelina,Hans Christian Andersen,C. A. Reitzel,A girl no bigger than a thumb is carried off by a toad and finds her way to her own kind.,4,8,da,Fairy Tales|Animals & Nature,active
        The Emperor's New Clothes,Hans Christian Andersen,C. A. Reitzel,Two swindlers weave an invisible suit and nobody dares to say so.,4,9,da,Fairy Tales,active
        The Ugly Duckling,Hans Christian Andersen,C. A. Reitzel,A grey bird mocked in the farmyard grows up into a swan.,4,8,da,Fairy Tales|Animals & Nature,active
        The Snow Queen,Hans Christian Andersen,C. A. Reitzel,A girl walks to the far north to free her friend from a palace of ice.,6,10,da,Fairy Tales|Holidays & Seasons,active
        The Fir-Tree,Hans Christian Andersen,C. A. Reitzel,"A young tree can think only of being bigger, until it is taken for Christmas.",5,9,da,Holidays & Seasons|Fairy Tales,active
        Hansel and Gretel,Jacob and Wilhelm Grimm,Realschulbuchhandlung,A brother and sister lost in the woods find a house made of things to eat.,5,9,de,Fairy Tales,active
        The Frog King,Jacob and Wilhelm Grimm,Realschulbuchhandlung,A princess has to keep her promise to the frog who fetched her golden ball.,4,8,de,Fairy Tales,active
        Rapunzel,Jacob and Wilhelm Grimm,Realschulbuchhandlung,A girl shut in a tower lets down her long hair to those who know how to call.,5,9,de,Fairy Tales,active
        Rumpelstiltskin,Jacob and Wilhelm Grimm,Realschulbuchhandlung,A miller's daughter must guess the name of the little man who spun straw into gold.,5,9,de,Fairy Tales,active
        The Town Musicians of Bremen,Jacob and Wilhelm Grimm,G. Reimer,Four old animals set out to become musicians and frighten a band of robbers.,4,8,de,Fairy Tales|Animals & Nature,active
        Cinderella,Charles Perrault,Claude Barbin,A girl kept among the ashes goes to the ball with help from her godmother.,4,8,fr,Fairy Tales,active
        Puss in Boots,Charles Perrault,Claude Barbin,A clever cat makes his poor master into a marquis.,4,8,fr,Fairy Tales|Animals & Nature,active
        The Story of the Three Bears,Robert Southey,Longman,"Three bears come home to find that someone has been at their porridge, chairs and beds.",3,6,en,Fairy Tales|Animals & Nature,active
        The Nutcracker and the Mouse King,E. T. A. Hoffmann,Realschulbuchhandlung,On Christmas Eve a girl's new nutcracker goes to war with an army of mice.,7,11,de,Holidays & Seasons|Fairy Tales,active
        A Visit from St. Nicholas,Clement Clarke Moore,Troy Sentinel,A father awake on Christmas Eve sees who comes down the chimney.,3,8,en,Holidays & Seasons|Rhymes & Songs,active
        """#
}

extension DemoBooks.Book {
    /// Reads the columns in the order of the table.
    fileprivate init(_ row: CSVRow) {
        title = row[0]
        author = row[1]
        publisher = row[2]
        description = row[3]
        ages = AgeRange(minimum: Int(row[4]), maximum: Int(row[5]))
        language = row[6]
        categories = row[7].split(separator: "|").map(String.init)
        status = Book.Status(rawValue: row[8]) ?? .draft
    }
}
